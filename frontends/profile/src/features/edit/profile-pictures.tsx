import { MemberCover, PictureInput, validatePicture } from '@meadow/features'
import { Avatar, IconButton } from '@meadow/ui'
import { Camera, CircleAlert, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../texts.ts'
import styles from './edit.module.css'
import type { ProfileFieldsProps } from './profile-fields.tsx'
import type { PictureValue } from './profile-form-values.ts'
import type { ProfilePictureKind } from './use-edit-profile-dialog.ts'
import { usePicturePreviewUrl } from './use-picture-preview-url.ts'

type ProfilePicturesProps = ProfileFieldsProps & {
  memberId: string
  /** The picture whose file picker opens with the dialog. */
  initialPicture: ProfilePictureKind | undefined
}

/** Previews of cover and avatar with their edit buttons. */
export function ProfilePictures({ memberId, values, errors, change, busy, initialPicture }: ProfilePicturesProps) {
  const avatar = usePicturePreviewUrl(values.avatar)
  const cover = usePicturePreviewUrl(values.cover)
  return (
    <div>
      <div className={styles['cover']}>
        <MemberCover member={{ _id: memberId, cover }} />
        <PictureTools
          kind="cover"
          picture={values.cover}
          error={errors.cover}
          busy={busy}
          opensPicker={initialPicture === 'cover'}
          onChange={(next) => change({ cover: next })}
        />
      </div>
      <div className={styles['avatar']}>
        <span className={styles['avatar-ring']}>
          <Avatar name={values.fullName} src={avatar} size={88} />
        </span>
        <PictureTools
          kind="avatar"
          picture={values.avatar}
          error={errors.avatar}
          busy={busy}
          opensPicker={initialPicture === 'avatar'}
          onChange={(next) => change({ avatar: next })}
        />
      </div>
    </div>
  )
}

const PICTURE_LABELS = {
  avatar: { change: t('edit.changeAvatar'), remove: t('edit.removeAvatar') },
  cover: { change: t('edit.changeCover'), remove: t('edit.removeCover') },
}

type PictureToolsProps = {
  kind: ProfilePictureKind
  picture: PictureValue
  error: string | undefined
  busy: boolean
  opensPicker: boolean
  onChange: (chosen: PictureValue) => void
}

function PictureTools({ kind, picture, error, busy, opensPicker, onChange }: PictureToolsProps) {
  const [validationError, setValidationError] = useState<string>()
  const picker = useRef<HTMLInputElement>(null)
  const labels = PICTURE_LABELS[kind]
  const problem = validationError ?? error

  useEffect(() => {
    if (opensPicker) picker.current?.click()
  }, [opensPicker])

  const pick = async (file: File) => {
    onChange({ url: '', file }) // at once, so that Save never goes without it
    const why = await validatePicture(file)
    setValidationError(why)
    if (why) onChange(picture)
  }
  return (
    <div className={styles['tools']}>
      <IconButton
        label={labels.change}
        icon={<Camera aria-hidden="true" />}
        disabled={busy}
        onClick={() => picker.current?.click()}
      />
      {(picture.file || picture.url) && (
        <IconButton
          label={labels.remove}
          icon={<Trash2 aria-hidden="true" />}
          disabled={busy}
          onClick={() => onChange({ url: '' })}
        />
      )}
      <PictureInput ref={picker} label={labels.change} disabled={busy} onPick={(file) => void pick(file)} />
      {problem && (
        <span className={styles['problem']} role="alert">
          <CircleAlert aria-hidden="true" />
          {problem}
        </span>
      )}
    </div>
  )
}
