import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import type { Readable } from 'node:stream'

/** The log of one process. It is rotated: `name.log.1` is the newest of the older files. */
export type LogFile = {
  path: string
  /** Appends the lines of a stream, such as the standard output of the process, until the stream closes. */
  appendFrom(output: Readable): void
}

type LogLimits = {
  /** The log is rotated before an append that would exceed this size. */
  maxBytes: number
  /** The number of older files that are kept, at least one. */
  maxOlderFiles: number
}

const DEFAULT_LIMITS: LogLimits = { maxBytes: 5 * 1024 * 1024, maxOlderFiles: 3 }
/** A longer line is appended in several pieces. */
const MAX_LINE_BYTES = 1024 * 1024
const NEWLINE = Buffer.from('\n')

/** Creates the log of a process. Appends synchronously, so that all received output is stored if this process ends. */
export function createLogFile(path: string, { maxBytes, maxOlderFiles }: LogLimits = DEFAULT_LIMITS): LogFile {
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  let openFile: number | undefined
  let openOutputs = 0

  const closeFile = () => {
    if (openFile !== undefined) closeSync(openFile)
    openFile = undefined
  }

  const append = (lines: Buffer) => {
    if (lines.length === 0) return
    try {
      if (size > 0 && size + lines.length > maxBytes) {
        closeFile() // Windows renames no open file
        for (let age = maxOlderFiles; age >= 1; age--)
          renameIfExists(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`)
        size = 0
      }
      openFile ??= openSync(path, 'a', 0o600) // stays open, because opening takes longer than writing a line
      for (let written = 0; written < lines.length; ) written += writeSync(openFile, lines, written)
      size += lines.length
    } catch {
      // such as a full disk: these lines are dropped, since logging must not stop the stack
    }
  }

  return {
    path,
    appendFrom(output) {
      let unfinishedLine = Buffer.alloc(0)
      openOutputs += 1
      output.on('data', (chunk: Buffer) => {
        const data = Buffer.concat([unfinishedLine, chunk])
        const end = data.length > MAX_LINE_BYTES ? data.length : data.lastIndexOf(NEWLINE) + 1
        append(data.subarray(0, end))
        unfinishedLine = data.subarray(end)
      })
      output.once('close', () => {
        if (unfinishedLine.length > 0) append(Buffer.concat([unfinishedLine, NEWLINE]))
        openOutputs -= 1
        if (openOutputs === 0) closeFile()
      })
      output.on('error', () => undefined) // the stream closes then
    },
  }
}

function renameIfExists(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
