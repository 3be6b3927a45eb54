import { MAX_APPEAL_LENGTH } from '@meadow/contracts/report-limits'
import { countStoredCharacters } from '@meadow/contracts/visible-text'
import { Alert, Button, TextArea } from '@meadow/ui'
import { ApiError, api, useMutation } from '@meadow/web'
import { type FormEvent, useState } from 'react'
import styles from '../../auth-layout/auth-layout.module.css'
import { AuthOutcome } from '../../auth-layout/auth-outcome.tsx'
import type { Continuation } from '../../continuation/to-continuation.ts'
import { t } from './continuation-texts.ts'

type SuspendedAccountProps = { account: Extract<Continuation, { appeal: object }>; onLeave: () => void }

/** Page after the sign-in to a suspended account: says until when and why, and takes an appeal. */
export function SuspendedAccount({ account: { appeal }, onLeave }: SuspendedAccountProps) {
  const [text, setText] = useState('')
  const send = useMutation({
    mutationFn: () => api('POST /auth/suspension/appeal', { body: { token: appeal.token, text: text.trim() } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  const isTooLong = countStoredCharacters(text) > MAX_APPEAL_LENGTH
  const leave = (
    <Button variant="plain" wide onClick={onLeave}>
      {t('restore.leave')}
    </Button>
  )
  if (send.isSuccess) {
    return (
      <AuthOutcome
        key="sent"
        slogan={t('restore.slogan')}
        title={t('suspended.sentTitle')}
        text={t('suspended.sentText')}
      >
        {leave}
      </AuthOutcome>
    )
  }
  return (
    <AuthOutcome slogan={t('restore.slogan')} title={t('suspended.title')} text={appeal.message}>
      <form className={styles['form']} onSubmit={submit}>
        <TextArea
          label={t('suspended.appeal')}
          hint={t('suspended.appealHint')}
          value={text}
          onChange={setText}
          counter={{ max: MAX_APPEAL_LENGTH, from: 800 }}
        />
        {send.error && <Alert>{send.error instanceof ApiError ? send.error.message : t('suspended.failed')}</Alert>}
        <Button type="submit" size="l" wide busy={send.isPending} disabled={text.trim() === '' || isTooLong}>
          {t('suspended.send')}
        </Button>
      </form>
      {leave}
    </AuthOutcome>
  )
}
