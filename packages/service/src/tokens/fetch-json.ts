const TIMEOUT = 2_000

/** What the address answers as JSON. @throws Error for any answer but a success, and after 2 s */
export async function fetchJson(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT), redirect: 'error' })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.json()
}
