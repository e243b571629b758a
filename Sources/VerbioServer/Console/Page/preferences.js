// What this browser remembers. Nothing of what was said is kept here, and no key.

const USUAL = {
  language: null, theme: "auto", size: 1, from: "en", to: "es", handsFree: false, speaks: true, headphones: false,
  formality: "", latency: "", glossary: "", microphone: "", loudspeaker: "", voices: {}, keys: true, tellsSpeakers: false,
};

/** The languages of the page are the tested ones. */
export const TESTED = "en es fr de it pt zh ja ko ar hi ru".split(" ");
export const BASIC = "bg bn ca cs da el et fa fi he hr hu id lt lv ms nb nl pl ro sk sl sv sw ta te th tr uk ur vi".split(" ");

const NAME = "verbio.preferences";

/** The languages of a first visit: "You" speak that of the browser. */
function first() {
  const own = (navigator.languages ?? []).map((tag) => tag.slice(0, 2)).find((tag) => TESTED.includes(tag) || BASIC.includes(tag)) ?? USUAL.from;
  return { ...USUAL, from: own, to: own === "en" ? "es" : "en" };
}

function read() {
  try {
    return { ...first(), ...JSON.parse(localStorage.getItem(NAME) ?? "{}") };
  } catch {
    return first();
  }
}

export const preferences = read();

export function remember(values) {
  Object.assign(preferences, values);
  try {
    localStorage.setItem(NAME, JSON.stringify(preferences));
  } catch { /* Storage is switched off. */ }
}

/** Remembers the language of one side, `from` or `to`. If the other side has it, the two are swapped. */
export function rememberLanguage(side, tag) {
  const other = side === "from" ? "to" : "from";
  remember(preferences[other] === tag ? { [side]: tag, [other]: preferences[side] } : { [side]: tag });
}

export function translationQuery() {
  const { formality, glossary } = preferences;
  const voice = chosenVoice();
  return { ...(formality ? { formality } : {}), ...(glossary ? { glossary } : {}), ...(voice ? { voice } : {}) };
}

export const chosenVoice = (languages = [preferences.from, preferences.to]) =>
  [...new Set(languages.map((tag) => preferences.voices[tag]).filter(Boolean))].join(",");

/** Forgets chosen voices that the server does not have any more: it refuses them. */
export function keepVoices(voices) {
  const isThere = ([tag, id]) => voices.some((voice) => voice.id === id && voice.language === tag);
  remember({ voices: Object.fromEntries(Object.entries(preferences.voices).filter(isThere)) });
}

export function applyLook() {
  const root = document.documentElement;
  if (preferences.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = preferences.theme;
  root.style.setProperty("--size", preferences.size);
}

export function followProfile(profile) {
  if (!profile) return;
  remember({ theme: profile.theme === "system" ? "auto" : profile.theme, formality: profile.formality ?? "" });
  applyLook();
}
