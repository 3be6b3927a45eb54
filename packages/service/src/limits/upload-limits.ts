import type { ThrottleLimit } from './throttle.ts'

/** The limits of each member's uploads: their number and their bytes. */
export type UploadLimits = { count: ThrottleLimit; bytes: ThrottleLimit }

/** Returns the hourly limits of uploads that apply to each member in one service. */
export const createUploadLimits = (
  service: string,
  maxPerHour: { uploads: number; megabytes: number },
): UploadLimits => ({
  count: { name: `${service}-uploads`, max: maxPerHour.uploads, windowSeconds: 3_600 },
  bytes: { name: `${service}-upload-bytes`, max: maxPerHour.megabytes * 1_000_000, windowSeconds: 3_600 },
})
