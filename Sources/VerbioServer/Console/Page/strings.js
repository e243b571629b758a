// What the page says, in twelve languages: en.json and its translations.

import { BASIC, TESTED, preferences } from "./preferences.js";

/** With a capital. */
function ownName(tag) {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag);
  return name[0].toLocaleUpperCase(tag) + name.slice(1);
}

const choices = (tags) => tags.map((tag) => [tag, ownName(tag), tag]);

export const PAGE_CHOICES = choices(TESTED);

/** The basic ones by their own names. */
export const LANGUAGE_CHOICES = [...PAGE_CHOICES, ...choices(BASIC).sort(([, one], [, other]) => one.localeCompare(other))];

const names = Object.fromEntries(LANGUAGE_CHOICES);

let strings = {};

export function pageLanguage() {
  const wanted = [preferences.language, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find((tag) => TESTED.includes(tag)) ?? "en";
}

export async function loadStrings() {
  const language = pageLanguage();
  const response = await fetch(`/console/${language}.json`);
  strings = await response.json();
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
}

export function t(key, values = {}) {
  const text = key.split(".").reduce((part, name) => part?.[name], strings);
  return (text ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export const languageName = (tag) => names[tag] ?? tag ?? "";

/** The name for a code of a recording, such as `eng`. */
export function codeName(code) {
  try {
    return languageName(Intl.getCanonicalLocales(code)[0]);
  } catch {
    return code;
  }
}

/** Two languages with an arrow between them that follows the direction of the page. */
export const languagePair = (from, to) =>
  `\u2068${languageName(from)}\u2069 ${document.documentElement.dir === "rtl" ? "←" : "→"} \u2068${languageName(to)}\u2069`;

/** Seconds as `1:02:03`. */
export function clock(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (!parts[0]) parts.shift();
  return parts.map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":");
}

export const money = (dollars) =>
  new Intl.NumberFormat(pageLanguage(), { style: "currency", currency: "USD", maximumFractionDigits: dollars && dollars < 1 ? 4 : 2 }).format(dollars);

export const moment = (text) =>
  new Intl.DateTimeFormat(pageLanguage(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(text));
