// What colours and bars mean.

export const LEGEND = [
  ["open", "undefended: wider means more hits per flight"], ["charge", "a battery is needed"], ["open small", "dashed: small meteors"],
  ["never", "no card of the level sends one"], ["exposed", "open connector"],
];
