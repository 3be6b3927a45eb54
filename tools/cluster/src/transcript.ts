/** Prints the result of a run: a line for each check, with its duration and its findings below it. */
export type Transcript = {
  /** Runs a check and prints its result. Returns false if it failed, and true if it succeeded or was skipped. */
  check(title: string, action: (note: (finding: string) => void) => Promise<void>): Promise<boolean>
  /** Prints the totals. Returns whether no check failed. */
  end(): boolean
}

/** The reason for which a check cannot run on this cluster. A check that throws it is reported as skipped, not as failed. */
export class SkippedCheckError extends Error {
  override name = 'SkippedCheckError'
}

/** Creates a transcript. `print` writes a line; `now` returns milliseconds. */
export function createTranscript(
  print: (line: string) => void = console.log,
  now = () => performance.now(),
): Transcript {
  const startedAt = now()
  const counts = { ok: 0, skip: 0, FAIL: 0 }
  const format = (result: string, since: number, text: string) =>
    `${result.padEnd(5)} ${((now() - since) / 1_000).toFixed(1).padStart(6)} s  ${text}`
  return {
    async check(title, action) {
      const since = now()
      const findings: string[] = []
      let result: keyof typeof counts = 'ok'
      try {
        await action((finding) => findings.push(finding))
      } catch (error) {
        result = error instanceof SkippedCheckError ? 'skip' : 'FAIL'
        findings.push(formatError(error))
      }
      counts[result]++
      print(format(result, since, title))
      for (const line of findings.flatMap((finding) => finding.split('\n'))) print(`                ${line}`)
      return result !== 'FAIL'
    },
    end() {
      const { ok, skip, FAIL: failed } = counts
      const skipped = skip === 0 ? '' : `, ${skip} skipped`
      print(format(failed === 0 ? 'PASS' : 'FAIL', startedAt, `${ok} of ${ok + skip + failed} checks${skipped}`))
      return failed === 0
    },
  }
}

function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${formatError(error.cause)}`
}
