/** Whether the installed packages are those of the lock file, so that nothing is installed twice. */

/**
 * True iff each package of the lock file is installed in that version. Packages for other platforms may be absent, and
 * more may be installed than the lock file names.
 *
 * Shape:  the `packages` member of package-lock.json, the same of node_modules/.package-lock.json (which npm writes at
 *         the end of every install), and a function that says whether a package's folder is there.
 */
export function agreesWithLock(wanted, installed, isThere) {
  return Object.keys(wanted).every((key) => {
    if (key === "") return true;
    const entry = installed[key];
    if (entry === undefined) return wanted[key].optional === true;
    return entry.version === wanted[key].version && entry.integrity === wanted[key].integrity && isThere(key);
  });
}
