// The dashboard. Without this file it works as it is loaded; with it, what changes is fetched every second.

const board = document.getElementById("board");
const stale = document.getElementById("stale");
const EVERY = 1000;
const AFTER_FAILURE = 400; // a server that is started again shows what it has at once
let tag = null;

// A part in which somebody is at work stays as it is: an open menu, a field with the focus, a marked text.
function inUse(part) {
  const marked = document.getSelection();
  return (
    part.contains(document.activeElement) ||
    part.querySelector("details[open]") !== null ||
    (marked && !marked.isCollapsed && part.contains(marked.anchorNode))
  );
}

function replace(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  let all = true;
  for (const next of fresh.querySelectorAll("[data-live]")) {
    const now = document.getElementById(next.id);
    if (!now || now.innerHTML === next.innerHTML) continue;
    if (inUse(now)) {
      all = false;
    } else {
      const rows = now.querySelector(".tall")?.scrollTop;
      now.innerHTML = next.innerHTML;
      if (rows) now.querySelector(".tall").scrollTop = rows;
    }
  }
  return all;
}

async function watch() {
  let pause = EVERY;
  if (!document.hidden) {
    try {
      const headers = tag ? { "If-None-Match": tag } : {};
      const answer = await fetch(board.dataset.liveUrl, { headers, signal: AbortSignal.timeout(20000), redirect: "manual" });
      if (answer.type === "opaqueredirect") location.reload(); // logged out
      else if (answer.ok) tag = replace(await answer.text()) ? answer.headers.get("ETag") : null;
      stale.hidden = answer.ok || answer.status === 304;
    } catch {
      stale.hidden = false;
      pause = AFTER_FAILURE;
    }
  }
  setTimeout(watch, pause);
}

const form = document.getElementById("add-item");
document.getElementById("add-picture").hidden = false;
form.addEventListener("submit", async (event) => {
  const file = form.elements.picture.files[0];
  if (!file) return; // a text goes by the form itself
  event.preventDefault();
  const trouble = document.getElementById("add-trouble");
  const MB = 2 ** 20;
  const largest = Number(form.dataset.largest);
  if (file.size > largest) {
    trouble.textContent = `a picture must have at most ${largest / MB} MB, got ${(file.size / MB).toFixed(1)} MB`;
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  let letters = "";
  for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  const item = { name: form.elements.name.value, kind: "image", content: btoa(letters) };
  try {
    const answer = await fetch(`${form.dataset.api}/items`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(item),
    });
    if (answer.ok) location.reload();
    else trouble.textContent = (await answer.json()).error;
  } catch {
    trouble.textContent = "No connection.";
  }
});

setTimeout(watch, EVERY);
