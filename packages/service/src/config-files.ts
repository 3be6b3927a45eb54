import { readFileSync } from 'node:fs'

type Environment = Record<string, string | undefined>

/**
 * Returns the value of an environment variable, or the content of the file that `<name>_FILE` names, without one newline at
 * the end. An empty value or file counts as not set. @throws Error if both are set, or if the file cannot be read
 */
export function readVariable(name: string, environment: Environment): string | undefined {
  const value = environment[name] || undefined
  const file = environment[`${name}_FILE`]
  if (!file) return value
  if (value !== undefined) throw new Error(`${name}: ${name}_FILE is set, too`)
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined
  } catch (cause) {
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException
    throw new Error(`${name}_FILE: cannot read ${file} (${code})`, { cause })
  }
}
