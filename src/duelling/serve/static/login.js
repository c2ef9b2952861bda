// A link with the token behind a # logs in. What stands there is never sent, and it is removed from the address.

const given = decodeURIComponent(location.hash.slice(1));
if (given) {
  history.replaceState(null, "", location.pathname);
  document.getElementById("token").value = given;
  document.getElementById("log-in").requestSubmit();
}
