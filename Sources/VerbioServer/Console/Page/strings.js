// What the page says, in twelve languages: en.json and its translations.

import { preferences } from "./preferences.js";

/** The languages by their own names. */
export const LANGUAGES = {
  en: "English", es: "Español", fr: "Français", de: "Deutsch", it: "Italiano", pt: "Português",
  zh: "中文", ja: "日本語", ko: "한국어", ar: "العربية", hi: "हिन्दी", ru: "Русский",
};

/** The languages for a choice: tag, own name, and the language of that name. */
export const LANGUAGE_CHOICES = Object.entries(LANGUAGES).map(([tag, name]) => [tag, name, tag]);

let strings = {};

/** The language that the page is in: the chosen one, or the browser's. */
export function pageLanguage() {
  const wanted = [preferences.language, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
}

export async function loadStrings() {
  const language = pageLanguage();
  const response = await fetch(`/console/${language}.json`);
  strings = await response.json();
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
}

/** The text of a key; `{name}` is replaced by `values.name`. */
export function t(key, values = {}) {
  return (strings[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** The name of a language: its own, or for a variety the tag. */
export const languageName = (tag) => LANGUAGES[tag] ?? tag ?? "";

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
