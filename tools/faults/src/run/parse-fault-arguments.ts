import { parseArgs } from 'node:util'
import type { FaultOptions } from '../fault.ts'

type FaultArguments = { seed: number | undefined; options: FaultOptions }

/** Parses the arguments of a fault. Each option has the type of its default. @throws if one is invalid */
export function parseFaultArguments(defaults: FaultOptions, args: string[]): FaultArguments {
  const options = Object.fromEntries(
    Object.entries({ seed: 0, ...defaults }).map(([name, value]) => [
      name,
      { type: typeof value === 'boolean' ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  const { values } = parseArgs({ args, options })
  const { seed, ...chosen } = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof (defaults[name] ?? 0) === 'number' ? parseNumber(name, String(value)) : value,
    ]),
  )
  return { seed: seed as number | undefined, options: { ...defaults, ...(chosen as FaultOptions) } }
}

function parseNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} must be a number, not '${text}'`)
  return Number(text)
}

/** Returns the line that describes a fault and its options. */
export function formatUsage(name: string, { summary, options }: { summary: string; options: FaultOptions }): string {
  const flags = Object.entries({ seed: 0, ...options }).map(([option, value]) =>
    typeof value === 'boolean' ? `[--${option}]` : `[--${option} ${typeof value === 'number' ? 'NUMBER' : 'TEXT'}]`,
  )
  return `npm run faults -- ${[name, ...flags].join(' ')}\n    ${summary}`
}
