/** What the title of a test on an engine contains: contract tests say "on" and the image, or the name of what is missing. */
const TITLE_BY_ENGINE = {
  Kafka: /\bon .*kafka/i,
  MongoDB: /\bon .*mongo/i,
  Redis: /\bon .*redis/i,
  S3: /\bon .*(versitygw|minio)/i,
  compose: /\bon docker compose/,
}

/**
 * Counts the tests on each engine that ran, and those that were skipped, so that nobody takes skipped tests for passed ones.
 * @param {{ displayName?: { name: string }, testResults: { fullName: string, status: string }[] }[]} files of a run of Jest
 * @returns {Record<string, { run: number, skipped: number }>}
 */
export function countEngineTests(files) {
  const counts = {}
  for (const { displayName, testResults } of files)
    for (const { fullName, status } of testResults) {
      const title = displayName?.name === 'mongo' ? `on mongo ${fullName}` : fullName
      for (const [engine, pattern] of Object.entries(TITLE_BY_ENGINE))
        if (pattern.test(title)) {
          counts[engine] ??= { run: 0, skipped: 0 }
          counts[engine][status === 'passed' || status === 'failed' ? 'run' : 'skipped'] += 1
        }
    }
  return counts
}

/** Formats the counts of several runs as one line, which is empty if none had tests on engines. */
export function formatEngineTests(runs) {
  const sum = (engine, key) => runs.reduce((total, counts) => total + (counts?.[engine]?.[key] ?? 0), 0)
  const engines = Object.keys(TITLE_BY_ENGINE).filter((engine) => runs.some((counts) => counts?.[engine]))
  const columns = engines.map((engine) => `${engine} ${sum(engine, 'run')} run, ${sum(engine, 'skipped')} skipped`)
  return columns.length > 0 ? `Tests on engines: ${columns.join('; ')}` : ''
}
