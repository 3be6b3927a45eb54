/** Prints the result of a run: a line for each check, with its duration and its findings below it. */
export type Transcript = {
  /** Runs a check and prints its result. Returns whether it succeeded. */
  check(title: string, action: (note: (finding: string) => void) => Promise<void>): Promise<boolean>
  /** Prints the totals. Returns whether all checks succeeded. */
  end(): boolean
}

/** Creates a transcript. `print` writes a line; `now` returns milliseconds. */
export function createTranscript(
  print: (line: string) => void = console.log,
  now = () => performance.now(),
): Transcript {
  const startedAt = now()
  const failed: string[] = []
  let count = 0
  const format = (result: string, since: number, text: string) =>
    `${result.padEnd(5)} ${((now() - since) / 1_000).toFixed(1).padStart(6)} s  ${text}`
  return {
    async check(title, action) {
      const since = now()
      const findings: string[] = []
      count++
      try {
        await action((finding) => findings.push(finding))
        print(format('ok', since, title))
        return true
      } catch (error) {
        failed.push(title)
        print(format('FAIL', since, title))
        findings.push(formatError(error))
        return false
      } finally {
        for (const line of findings.flatMap((finding) => finding.split('\n'))) print(`                ${line}`)
      }
    },
    end() {
      print(format(failed.length === 0 ? 'PASS' : 'FAIL', startedAt, `${count - failed.length} of ${count} checks`))
      return failed.length === 0
    },
  }
}

function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${formatError(error.cause)}`
}
