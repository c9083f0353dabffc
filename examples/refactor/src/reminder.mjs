/** A reminder of what is owed, in whole cents. */
export function reminder(name, cents) {
  const sign = cents < 0 ? "-" : "";
  const amount = Math.abs(cents);
  return `Dear ${name}, please pay ${sign}${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")} EUR.`;
}
