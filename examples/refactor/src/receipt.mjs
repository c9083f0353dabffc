/** A receipt: one line an item, and the total. Amounts are whole cents. */
export function receipt(items) {
  const lines = items.map(({ name, cents }) => {
    const sign = cents < 0 ? "-" : "";
    const amount = Math.abs(cents);
    return `${name}: ${sign}${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")} EUR`;
  });
  const total = items.reduce((sum, { cents }) => sum + cents, 0);
  const sign = total < 0 ? "-" : "";
  const amount = Math.abs(total);
  return [...lines, `total: ${sign}${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")} EUR`].join(
    "\n",
  );
}
