import { Alert, Button } from '@meadow/ui'
import { ApiError, api, useMutation, useSession, useToast } from '@meadow/web'
import { AuthOutcome } from '../../auth-layout/auth-outcome.tsx'
import type { Continuation } from '../../continuation/to-continuation.ts'
import { t } from './continuation-texts.ts'

type RestoreAccountProps = { account: Extract<Continuation, { restore: object }>; onLeave: () => void }

/** Page after the sign-in to a deactivated account: says what becomes of it, and restores it. Nothing else is open to it. */
export function RestoreAccount({ account: { restore: way, remember }, onLeave }: RestoreAccountProps) {
  const { openSession } = useSession()
  const toast = useToast()
  const { token, erasesAt } = way
  const restore = useMutation({
    mutationFn: () => openSession(() => api('POST /auth/account/restore', { body: { token, remember } })),
    onSuccess: ({ user }) =>
      toast({ tone: 'success', title: t('restore.doneTitle'), text: t('signIn.done', { name: user.fullName }) }),
  })
  const date = erasesAt && new Date(erasesAt).toLocaleDateString(undefined, { dateStyle: 'long' })
  return (
    <AuthOutcome
      slogan={t('restore.slogan')}
      title={date ? t('restore.deletionTitle', { date }) : t('restore.title')}
      text={date ? t('restore.deletionText') : t('restore.text')}
    >
      {restore.error && (
        <Alert>{restore.error instanceof ApiError ? restore.error.message : t('restore.failed')}</Alert>
      )}
      <Button size="l" wide busy={restore.isPending} busyLabel={t('restore.busy')} onClick={() => restore.mutate()}>
        {t('restore.submit')}
      </Button>
      <Button variant="plain" wide onClick={onLeave}>
        {t('restore.leave')}
      </Button>
    </AuthOutcome>
  )
}
