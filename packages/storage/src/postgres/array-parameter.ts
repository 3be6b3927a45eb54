type ArrayElement = string | number | boolean | Date | null | undefined

let lastTimeMs = Number.NaN
let lastTimeText = ''

/** Writes a time. The times of a batch are often the same. */
function formatTime(time: Date): string {
  const timeMs = time.getTime()
  if (timeMs !== lastTimeMs) {
    lastTimeText = `"${time.toISOString()}"`
    lastTimeMs = timeMs
  }
  return lastTimeText
}

function formatElement(value: ArrayElement): string {
  if (value == null) return 'NULL'
  if (typeof value === 'string') return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return value instanceof Date ? formatTime(value) : String(value)
}

/**
 * Returns an array as a parameter of a statement. `pg` formats arrays, too, but escapes each element twice: for frequent
 * statements with many arrays that is a part of their cost.
 */
export const toArrayParameter = (values: readonly ArrayElement[]): string => `{${values.map(formatElement).join(',')}}`

/** Returns JSON texts as one parameter of the type `json`, for `json_array_elements`. */
export const toJsonArrayParameter = (texts: readonly string[]): string => `[${texts.join(',')}]`
