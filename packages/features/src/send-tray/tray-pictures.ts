import { t } from './texts.ts'

/** A picture that waits in the send tray. Nothing of it has been sent. */
export type TrayPicture = { id: string; file: File; alt: string }

export type SendTrayLimits = {
  maxPictures: number
  /** Per file. */
  maxBytes: number
}

/** A chosen picture, and the sentence that says why it cannot be taken. */
export type CheckedPicture = { picture: TrayPicture; problem: string | undefined }

/** Pictures in the order of the post or message. `error` tells the member why the last added files were not all accepted. */
export type TrayContent = { pictures: readonly TrayPicture[]; error: string | undefined }

const MAX_SHOWN_PROBLEMS = 3

/** Adds checked pictures as far as there is room. The error has a sentence for each of the first files that are not accepted. */
export function addToTray(
  { pictures }: Pick<TrayContent, 'pictures'>,
  checked: readonly CheckedPicture[],
  maxPictures: number,
): TrayContent {
  const valid = checked.filter(({ problem }) => problem === undefined).map(({ picture }) => picture)
  const accepted = valid.slice(0, Math.max(0, maxPictures - pictures.length))
  const problems = checked.flatMap(({ problem }) => problem ?? []).slice(0, MAX_SHOWN_PROBLEMS)
  if (accepted.length < valid.length) problems.push(t('sendTray.full', { count: maxPictures }))
  return { pictures: [...pictures, ...accepted], error: problems.length > 0 ? problems.join(' ') : undefined }
}

/** Moves a picture to another index. */
export function movePicture(pictures: readonly TrayPicture[], id: string, index: number): readonly TrayPicture[] {
  const picture = pictures.find((one) => one.id === id)
  return picture ? pictures.filter((one) => one !== picture).toSpliced(Math.max(0, index), 0, picture) : pictures
}
