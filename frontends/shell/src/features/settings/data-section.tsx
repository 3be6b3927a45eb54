import { useForm } from '@meadow/features'
import { Alert, Button, Checkbox } from '@meadow/ui'
import { api, useConnectivity, useSession, useToast } from '@meadow/web'
import { type ReactNode, useId } from 'react'
import { DataExport } from './data-export.tsx'
import { DataMap } from './data-map.tsx'
import { OwnProofField, useOwnProof } from './own-proof.tsx'
import styles from './settings.module.css'
import { t } from './texts.ts'
import type { OwnProof } from './use-connected-providers.ts'

type LeavingValues = { own: string; keepMessages: boolean }
type LeavingForm = {
  title: string
  busyLabel: string
  failed: string
  variant: 'line' | 'danger'
  hasMessageChoice?: boolean
  /** Ends the account. Returns what to say after the sign-out. */
  leave: (own: OwnProof, keepMessages: boolean) => Promise<{ title: string; text: string }>
  children: ReactNode
}

/** Section in which members see what Meadow has about them, and leave for a while, or for good. */
export function DataSection() {
  return (
    <>
      <DataMap />
      <DataExport />
      <LeavingForm
        title={t('settings.deactivate')}
        busyLabel={t('settings.deactivateBusy')}
        failed={t('settings.deactivateFailed')}
        variant="line"
        leave={async (own) => {
          await api('POST /auth/account/deactivate', { body: own })
          return { title: t('settings.deactivated'), text: t('settings.deactivatedText') }
        }}
      >
        <p>{t('settings.deactivateText')}</p>
      </LeavingForm>
      <LeavingForm
        title={t('settings.delete')}
        busyLabel={t('settings.deleteBusy')}
        failed={t('settings.deleteFailed')}
        variant="danger"
        hasMessageChoice
        leave={async (own, keepMessages) => {
          const { erasesAt } = await api('DELETE /auth/account', { body: { ...own, keepMessages } })
          const date = new Date(erasesAt).toLocaleDateString(undefined, { dateStyle: 'long' })
          return { title: t('settings.deleted', { date }), text: t('settings.deletedText') }
        }}
      >
        <p>{t('settings.deleteText')}</p>
        <ul className={styles['consequences']}>
          <li>{t('settings.deletePosts')}</li>
          <li>{t('settings.deleteFollows')}</li>
          <li>{t('settings.deleteMessages')}</li>
        </ul>
        <p>
          {t('settings.deleteKeptText')} {t('settings.deleteUsername')} {t('settings.deleteRestore')}
        </p>
      </LeavingForm>
    </>
  )
}

function LeavingForm({ title, busyLabel, failed, variant, hasMessageChoice, leave, children }: LeavingForm) {
  const titleId = useId()
  const { signOut } = useSession()
  const isOnline = useConnectivity() === 'online'
  const toast = useToast()
  const ownProof = useOwnProof()
  const { values, errors, submitError, isSubmitting, changeValues, formProps } = useForm<LeavingValues>({
    initialValues: { own: '', keepMessages: false },
    validate: ({ own }) => (own ? {} : { own: ownProof.requiredMessage }),
    submit: async ({ own, keepMessages }) => {
      const done = await leave(await ownProof.toOwnProof(own), keepMessages)
      await signOut().catch(() => undefined) // the session has ended already
      toast({ tone: 'success', ...done })
    },
    fallbackMessage: failed,
  })
  return (
    <form {...formProps} aria-labelledby={titleId} className={styles['form']}>
      <div className={styles['labels']}>
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
      {submitError && <Alert>{submitError}</Alert>}
      {hasMessageChoice && (
        <Checkbox
          label={t('settings.keepMessages')}
          checked={values.keepMessages}
          onChange={(keepMessages) => changeValues({ keepMessages })}
        />
      )}
      <OwnProofField own={ownProof} value={values.own} onChange={(own) => changeValues({ own })} error={errors.own} />
      {!isOnline && <Alert tone="info">{t('settings.onlineOnly')}</Alert>}
      <div>
        <Button type="submit" variant={variant} busy={isSubmitting} busyLabel={busyLabel} disabled={!isOnline}>
          {title}
        </Button>
      </div>
    </form>
  )
}
