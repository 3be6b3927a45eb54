import { encodeWithSharp } from '../../../../packages/media/src/pictures/sharp-encoder.ts'
import { sendMany } from '../measure/load.ts'
import type { EncodingJob } from './baseline-encoder.ts'

process.on('message', async ({ files, count, callers }: EncodingJob) => {
  let next = 0
  const encodeNext = async () => {
    await encodeWithSharp(files[next++ % files.length] ?? '')
    return performance.now()
  }
  const { perSecond } = await sendMany(encodeNext, callers, count)
  process.send?.(perSecond)
})
process.once('disconnect', () => process.exit())
