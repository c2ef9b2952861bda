// A link with the token behind a # logs in. What stands there is never sent, and it is removed from the address.

function enter() {
  const given = decodeURIComponent(location.hash.slice(1));
  if (!given) return;
  history.replaceState(null, "", location.pathname);
  document.getElementById("token").value = given;
  document.getElementById("log-in").requestSubmit();
}

window.addEventListener("hashchange", enter);
enter();
