export function faultsOf(check: "documented" | "quoted", folder: string): string[];
