import type { MeasuredCosts } from './operation-costs.ts'

/** A reservation about the measured costs: Markdown, with links from docs/. */
type Remark = {
  text: string
  /** The date of the measurement that the remark is about. Without it the remark is about every measurement. */
  measuredAt?: string
}

/** Written by hand, so they are not part of the file that a measurement replaces. */
const REMARKS: readonly Remark[] = [
  {
    measuredAt: '2026-11-23',
    text: 'The memory of a socket is not of this run: it is the 88 KiB of gateway and chat together in an earlier run of [sockets](benchmarks.md#sockets), divided equally. Here the processes filled memory that earlier operations had left free.',
  },
  {
    measuredAt: '2026-11-23',
    text: 'The event from another instance is an upper bound: that instance had just started, so much of its code was not compiled yet.',
  },
  {
    text: 'The bytes stored include rows of which a member has only a few (counters of notifications, known devices), so they are too high for likes and sign-ins.',
  },
]

/** Lists the remarks that are true of these costs. */
export const listRemarks = ({ measuredAt: date }: MeasuredCosts): string[] =>
  REMARKS.filter(({ measuredAt = date }) => measuredAt === date).map(({ text }) => text)
