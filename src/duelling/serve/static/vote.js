// The voting page. Everything works without this file, by forms; with it, pairs change without loading the page,
// keys answer, and an answer that the network loses is kept and sent again until the server has it.

const arena = document.getElementById("arena");
const pair = document.getElementById("pair");
const form = document.getElementById("answers");
const undo = document.getElementById("undo");
const status = document.getElementById("status");
const texts = JSON.parse(arena.dataset.texts);
const { api, page } = arena.dataset;
const KEPT = `duelling:${page}`;
const KEYS = { ArrowLeft: "left", a: "left", ArrowRight: "right", b: "right", e: "tie", "=": "tie", n: "bad", s: "skip" };
const FEW_WORDS = 40; // letters on each side that are shown large, as in the page itself
const LONGEST_PAUSE = 15000;
const REFUSED = { 404: "lost", 409: "stands", 410: "late" }; // what the next page says about an answer

let ticket = JSON.parse(arena.dataset.ticket);
let before = null; // the ticket that was answered last, to show it again after an undo
let back = JSON.parse(arena.dataset.back); // the tickets whose votes can be taken back, the last one first
let votes = Number(arena.dataset.votes);
let shownAt = performance.now();
let busy = false;

function say(text, kind = "") {
  status.className = `status ${kind}`;
  status.textContent = text;
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function counted() {
  const most = arena.dataset.most;
  const words = votes === 1 ? texts.one : fill(texts.other, { count: votes });
  document.getElementById("count").textContent = most ? `${votes} / ${most}` : votes ? words : "";
}

// Both sides are loaded before either is seen: whoever sees one side first may prefer it.
async function show(next) {
  const few = [next.left, next.right].every((shown) => shown.text && shown.text.length <= FEW_WORDS);
  const made = { left: side(next.left, "left", few), right: side(next.right, "right", few) };
  const pictures = Object.values(made).flatMap((box) => [...box.querySelectorAll("img")]);
  await Promise.all(pictures.map(loaded));
  for (const name of ["left", "right"]) document.getElementById(name).replaceWith(made[name]);
  document.getElementById("case").hidden = !next.case;
  document.getElementById("case-text").textContent = next.case ?? "";
  ticket = next;
  form.elements.ticket.value = next.id;
  pair.removeAttribute("data-waiting");
  window.scrollTo(0, 0);
  shownAt = performance.now();
}

function side(shown, name, few) {
  const box = document.getElementById(name).cloneNode(false);
  box.className = `content ${shown.kind}${few ? " words" : ""}`;
  box.toggleAttribute("tabindex", false);
  if (!shown.src && !few) box.tabIndex = 0; // on a phone it scrolls
  if (shown.src) {
    const picture = new Image();
    picture.alt = document.getElementById(`${name}-name`).querySelector(".badge").textContent;
    picture.src = shown.src;
    box.append(picture);
  } else if (shown.html) {
    box.innerHTML = shown.html; // made by the server, which lets no HTML of others through
  } else {
    box.textContent = shown.text;
  }
  return box;
}

async function loaded(picture) {
  const patience = new Promise((enough) => setTimeout(enough, 10000));
  try {
    await Promise.race([picture.decode(), patience]);
  } catch {
    picture.replaceWith(document.createTextNode(texts.picture));
  }
}

function setBusy(value) {
  busy = value;
  pair.setAttribute("aria-busy", String(value));
  for (const button of document.querySelectorAll("#answers button")) button.setAttribute("aria-disabled", String(value));
}

// The last answer: until it is stored, to send it again; then, with `stored`, to know its question as answered.
function keep(vote) {
  try {
    if (vote) localStorage.setItem(KEPT, JSON.stringify(vote));
    else localStorage.removeItem(KEPT);
  } catch {
    // a browser that keeps nothing: the vote is still in this page
  }
}

function kept(stored) {
  try {
    const vote = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return Boolean(vote?.stored) === stored ? vote : null;
  } catch {
    return null;
  }
}

// Ask until there is an answer. What is asked may be asked twice: the server knows it again.
async function insist(method, address, body) {
  for (let pause = 400; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const slow = setTimeout(() => say(`${texts.saving}…`), 400);
    let wait = pause;
    try {
      const answer = await fetch(address, {
        method,
        headers: body ? { "Content-Type": "application/json" } : {},
        body: body ? JSON.stringify(body) : undefined,
        signal: AbortSignal.timeout(20000),
      });
      if (answer.status < 500 && answer.status !== 429 && answer.status !== 408) return answer;
      say(answer.status === 429 ? texts.fast : texts.full, "trouble");
      wait = Math.max(pause, 1000 * Number(answer.headers.get("Retry-After") ?? 0));
    } catch {
      say(texts.offline, "trouble");
    } finally {
      clearTimeout(slow);
    }
    await new Promise((go) => {
      setTimeout(go, wait);
      window.addEventListener("online", go, { once: true });
    });
  }
}

async function send(vote) {
  setBusy(true);
  keep(vote);
  const address = `${api}/tickets/${vote.ticket}/vote?next=1`;
  const answer = await insist("PUT", address, { answer: vote.answer, took: vote.took });
  const told = await answer.json().catch(() => ({}));
  keep(answer.ok ? { ticket: vote.ticket, stored: true } : null);
  if (!answer.ok) {
    say(told.error ?? texts.failed, "trouble");
    location.replace(REFUSED[answer.status] ? `${page}?said=${REFUSED[answer.status]}` : page); // the server knows what to show
    return;
  }
  const skipped = vote.answer === "skip";
  votes = told.votes ?? votes;
  if (ticket.id === vote.ticket && !skipped) before = ticket;
  if (told.counted) back = [vote.ticket, ...back.filter((id) => id !== vote.ticket)];
  if (!told.next) {
    location.replace(page);
    return;
  }
  await show(told.next);
  undo.hidden = !back.length;
  counted();
  if (!told.counted && !skipped) say(texts.uncounted);
  else if (told.left_name) say(fill(texts.revealed, { left: told.left_name, right: told.right_name }), "saved");
  else say(skipped ? "" : texts.saved, skipped ? "" : "saved");
  setBusy(false);
}

async function takeBack() {
  setBusy(true);
  const [last, ...earlier] = back;
  const answer = await insist("DELETE", `${api}/tickets/${last}/vote`);
  const again = before?.id === last ? before : answer.ok ? await fetchTicket(last) : null;
  if (!answer.ok || !again) {
    location.replace(answer.ok ? page : `${page}?said=kept`);
    return;
  }
  keep(null);
  back = earlier;
  votes = Math.max(0, votes - 1);
  await show(again);
  undo.hidden = !back.length;
  counted();
  say(texts.undone);
  setBusy(false);
}

async function fetchTicket(id) {
  const answer = await insist("GET", `${api}/tickets/${id}`);
  return answer.ok ? answer.json() : null;
}

function choose(answer) {
  if (busy || !ticket.answers.includes(answer)) return;
  send({ ticket: ticket.id, answer, took: Math.round(performance.now() - shownAt) });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.value) choose(event.submitter.value);
});

document.getElementById("undo-form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (!busy && back.length) takeBack();
});

const useKeys = document.getElementById("use-keys");
document.getElementById("keys").hidden = false;
try {
  useKeys.checked = localStorage.getItem("duelling:keys") !== "off";
} catch {
  // nothing is kept
}
useKeys.addEventListener("change", () => {
  try {
    localStorage.setItem("duelling:keys", useKeys.checked ? "on" : "off");
  } catch {
    // nothing is kept
  }
});

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select, summary, .content [tabindex]");
  if (!useKeys.checked || typing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const page = document.documentElement;
  const scrolls = [page, event.target].some((each) => each.scrollHeight > each.clientHeight + 1);
  if (key === "u" && back.length && !busy) takeBack();
  else if (key === "ArrowDown" && !scrolls) choose("tie"); // on a long page this key is for reading
  else if (KEYS[key]) choose(KEYS[key]);
  else return;
  event.preventDefault();
});

window.addEventListener("beforeunload", (event) => {
  if (kept(false)) event.preventDefault(); // an answer is not stored yet
});

const waiting = kept(false);
const again = new URLSearchParams(location.search).has("again");
if (waiting) {
  send(waiting); // from before the page was left
} else if (kept(true)?.ticket === ticket.id && !again) {
  keep(null); // this page was made before the answer arrived, which the page before it had sent
  location.replace(page);
} else {
  await Promise.all([...pair.querySelectorAll("img")].map(loaded));
  pair.removeAttribute("data-waiting");
  shownAt = performance.now();
}
