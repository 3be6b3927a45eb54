import { useForm } from '@meadow/features'
import { Alert, Button, Checkbox, Dialog, TextField } from '@meadow/ui'
import { type ApiResponse, api } from '@meadow/web'
import { useId, useState } from 'react'
import { encode } from 'uqr'
import { t } from '../texts.ts'
import styles from './set-up-dialog.module.css'

type SetUp = ApiResponse<'POST /auth/totp'>

type SetUpDialogProps = {
  /** The secret that waits for its first code; undefined if only codes are shown. */
  setUp: SetUp | undefined
  recoveryCodes: readonly string[] | undefined
  onConfirmed: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** Shows the secret of the authenticator app until its first code is typed, then the recovery codes, which it shows once. */
export function SetUpDialog({ setUp, recoveryCodes, onConfirmed, onClose }: SetUpDialogProps) {
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onClose={onClose} />
  return setUp ? <FirstCode setUp={setUp} onConfirmed={onConfirmed} onClose={onClose} /> : null
}

type FirstCodeProps = Pick<SetUpDialogProps, 'onConfirmed' | 'onClose'> & { setUp: SetUp }

function FirstCode({ setUp: { secret, uri }, onConfirmed, onClose }: FirstCodeProps) {
  const formId = useId()
  const { values, errors, submitError, isSubmitting, changeValues, formProps } = useForm({
    initialValues: { code: '' },
    validate: ({ code }) => (code.trim() ? {} : { code: t('app.codeRequired') }),
    submit: async ({ code }) => onConfirmed((await api('PUT /auth/totp', { body: { code } })).recoveryCodes),
    fallbackMessage: t('app.failed'),
  })
  return (
    <Dialog
      open
      title={t('app.set_up_title')}
      busy={isSubmitting}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} busy={isSubmitting} busyLabel={t('app.turningOn')}>
          {t('app.turnOn')}
        </Button>
      }
    >
      <form {...formProps} id={formId} className={styles['steps']}>
        <p>{t('app.scan')}</p>
        <QrCode text={uri} />
        <p>
          {t('app.type')} <code className={styles['secret']}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        {submitError && <Alert>{submitError}</Alert>}
        <TextField
          label={t('app.code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={values.code}
          onChange={(code) => changeValues({ code })}
          error={errors.code}
        />
      </form>
    </Dialog>
  )
}

/** Draws a text as a QR code: dark on light in both themes, because not every app reads the inverse. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 3 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg role="img" aria-label={t('app.qrCode')} viewBox={`0 0 ${size} ${size}`} className={styles['qr-code']}>
      <path d={path} />
    </svg>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [isSaved, setIsSaved] = useState(false)
  const list = codes.join('\n')
  return (
    <Dialog
      open
      title={t('app.codesTitle')}
      busy={!isSaved}
      onClose={onClose}
      footer={
        <Button disabled={!isSaved} onClick={onClose}>
          {t('app.done')}
        </Button>
      }
    >
      <div className={styles['steps']}>
        <p>{t('app.codesText')}</p>
        <ul className={styles['codes']}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div>
          <Button variant="line" onClick={() => download(`${t('app.fileTitle')}\n\n${list}\n`)}>
            {t('app.download')}
          </Button>
        </div>
        <Checkbox label={t('app.saved')} checked={isSaved} onChange={setIsSaved} />
      </div>
    </Dialog>
  )
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'meadow-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
