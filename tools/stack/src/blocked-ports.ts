// Of the Fetch standard's list (https://fetch.spec.whatwg.org/#port-blocking), those that need no privileges.
const BLOCKED = new Set([
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6679, 6697, 10080],
  ...[6665, 6666, 6667, 6668, 6669],
])

/** Whether browsers, and `fetch` itself, refuse to talk to this port, because other protocols are at home there. */
export const isBlocked = (port: number): boolean => BLOCKED.has(port)
