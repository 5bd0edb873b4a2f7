// Of all games' options only those of the chosen game are shown, and none where a ladder's hold.

const OWN = ["game", "move_ms", "bank_ms", "start_ms"];

const form = document.querySelector("[data-terms-form]");

// Some forms have no choice: there everything is set in the form.
const areOwn = () => !form.elements.terms || form.elements.terms.value === "own";

function showOptions() {
  const game = form.elements.game.value;
  for (const name of OWN) form.elements[name].closest(".field").hidden = !areOwn();
  for (const part of form.querySelectorAll("[data-options-of]")) {
    part.hidden = !areOwn() || part.dataset.optionsOf !== game;
  }
}

// Seeds come from a ladder of the same game, or from the main one.
function offerLadders() {
  const ladder = form.elements.ladder;
  for (const one of ladder?.options ?? []) {
    one.hidden = one.disabled = areOwn() && Boolean(one.value) && one.dataset.game !== form.elements.game.value;
  }
  if (ladder?.selectedOptions[0]?.disabled) ladder.value = "";
}

function showWhatCounts() {
  showOptions();
  offerLadders();
}

if (form) {
  form.addEventListener("change", showWhatCounts);
  showWhatCounts();
}
