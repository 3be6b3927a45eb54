import { MemberCover, PictureInput, validatePicture } from '@meadow/features'
import { Avatar, IconButton } from '@meadow/ui'
import { Camera, CircleAlert, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../texts.ts'
import styles from './edit.module.css'
import type { FieldsProps } from './profile-fields.tsx'
import type { Which } from './use-editing.ts'
import { usePreview } from './use-preview.ts'
import type { Chosen } from './values.ts'

type ProfilePicturesProps = FieldsProps & {
  memberId: string
  /** The picture for which the form was opened. */
  asked: Which | undefined
}

/** Cover and avatar as they will be. */
export function ProfilePictures({ memberId, values, errors, change, busy, asked }: ProfilePicturesProps) {
  const avatar = usePreview(values.avatar)
  const cover = usePreview(values.cover)
  return (
    <div>
      <div className={styles['cover']}>
        <MemberCover member={{ _id: memberId, cover }} />
        <Tools
          which="cover"
          chosen={values.cover}
          error={errors.cover}
          busy={busy}
          isAsked={asked === 'cover'}
          onChange={(next) => change({ cover: next })}
        />
      </div>
      <div className={styles['avatar']}>
        <span className={styles['face']}>
          <Avatar name={values.fullName} src={avatar} size={88} />
        </span>
        <Tools
          which="avatar"
          chosen={values.avatar}
          error={errors.avatar}
          busy={busy}
          isAsked={asked === 'avatar'}
          onChange={(next) => change({ avatar: next })}
        />
      </div>
    </div>
  )
}

const WORDS = {
  avatar: { change: t('edit.changeAvatar'), remove: t('edit.removeAvatar') },
  cover: { change: t('edit.changeCover'), remove: t('edit.removeCover') },
}

type ToolsProps = {
  which: Which
  chosen: Chosen
  error: string | undefined
  busy: boolean
  isAsked: boolean
  onChange: (chosen: Chosen) => void
}

function Tools({ which, chosen, error, busy, isAsked, onChange }: ToolsProps) {
  const [refusal, setRefusal] = useState<string>()
  const picker = useRef<HTMLInputElement>(null)
  const words = WORDS[which]
  const problem = refusal ?? error

  useEffect(() => {
    if (isAsked) picker.current?.click()
  }, [isAsked])

  const pick = (file: File) => {
    const why = validatePicture(file)
    setRefusal(why)
    if (!why) onChange({ address: '', file })
  }
  return (
    <div className={styles['tools']}>
      <IconButton
        label={words.change}
        icon={<Camera aria-hidden="true" />}
        disabled={busy}
        onClick={() => picker.current?.click()}
      />
      {(chosen.file || chosen.address) && (
        <IconButton
          label={words.remove}
          icon={<Trash2 aria-hidden="true" />}
          disabled={busy}
          onClick={() => onChange({ address: '' })}
        />
      )}
      <PictureInput ref={picker} label={words.change} disabled={busy} onPick={pick} />
      {problem && (
        <span className={styles['problem']} role="alert">
          <CircleAlert aria-hidden="true" />
          {problem}
        </span>
      )}
    </div>
  )
}
