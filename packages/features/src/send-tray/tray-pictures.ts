import { validatePicture } from '../pictures/validate-picture.ts'
import { t } from './texts.ts'

/** A picture that waits in the send tray. Nothing of it has been sent. */
export type TrayPicture = { id: string; file: File; alt: string }

export type SendTrayLimits = {
  maxPictures: number
  /** Per file. */
  maxBytes: number
}

/** Splits files into those that fit into a tray with `count` pictures, and the error of the first other file. */
export function selectTrayFiles(
  files: readonly File[],
  count: number,
  { maxPictures, maxBytes }: SendTrayLimits,
): { accepted: File[]; error: string | undefined } {
  const problems = files.map((file) => validatePicture(file, maxBytes))
  const valid = files.filter((_, index) => problems[index] === undefined)
  const accepted = valid.slice(0, Math.max(0, maxPictures - count))
  const invalidIndex = problems.findIndex((problem) => problem !== undefined)
  if (invalidIndex >= 0) return { accepted, error: describeProblem(files, invalidIndex, problems[invalidIndex] ?? '') }
  return { accepted, error: accepted.length < valid.length ? t('sendTray.full', { count: maxPictures }) : undefined }
}

/** Names the file if there are others. */
const describeProblem = (files: readonly File[], index: number, problem: string): string =>
  files.length > 1 ? t('sendTray.fileProblem', { name: files[index]?.name ?? '', problem }) : problem

/** Moves a picture to another index. */
export function movePicture(pictures: readonly TrayPicture[], id: string, index: number): readonly TrayPicture[] {
  const picture = pictures.find((one) => one.id === id)
  return picture ? pictures.filter((one) => one !== picture).toSpliced(Math.max(0, index), 0, picture) : pictures
}
