import { Alert, Button } from '@meadow/ui'
import { ApiError, api, useDocumentTitle, useMutation } from '@meadow/web'
import { useState } from 'react'
import { AuthAlternative, TextLink } from '../../auth-layout/auth-form.tsx'
import { AuthLayout } from '../../auth-layout/auth-layout.tsx'
import { AuthOutcome } from '../../auth-layout/auth-outcome.tsx'
import { useLinkToken } from '../../auth-layout/use-link-token.ts'
import { useReloadSessionUser } from '../../email/use-reload-session-user.ts'
import { t } from './texts.ts'

type Answer = 'confirm' | 'refuse'
type Outcome = 'changed' | 'waiting' | 'refused' | 'invalid'

/** Page behind the link in the mail to the new address. To open it changes nothing, and it sends nothing by itself. */
export function ChangeEmailPage() {
  const { outcome, error, pending, answer } = useEmailChangeLink()
  if (outcome) return <ChangeOutcome outcome={outcome} />
  return (
    <AuthLayout slogan={t('changeEmail.slogan')} title={t('changeEmail.title')} intro={t('changeEmail.intro')}>
      {error && <Alert>{error}</Alert>}
      <AnswerButton label={t('changeEmail.submit')} busy={pending !== undefined} onClick={() => answer('confirm')} />
    </AuthLayout>
  )
}

/** Page behind the link in the mail to the old address, whose owner allows or refuses the change. */
export function ApproveEmailChangePage() {
  const { outcome, error, pending, answer } = useEmailChangeLink()
  if (outcome) return <ChangeOutcome outcome={outcome} />
  return (
    <AuthLayout
      slogan={t('changeEmail.slogan')}
      title={t('changeEmail.approveTitle')}
      intro={t('changeEmail.approveIntro')}
    >
      {error && <Alert>{error}</Alert>}
      <AnswerButton label={t('changeEmail.approve')} busy={pending === 'confirm'} onClick={() => answer('confirm')} />
      <AnswerButton
        label={t('changeEmail.refuse')}
        variant="line"
        busy={pending === 'refuse'}
        onClick={() => answer('refuse')}
      />
    </AuthLayout>
  )
}

type AnswerButtonProps = { label: string; busy: boolean; variant?: 'primary' | 'line'; onClick: () => void }

const AnswerButton = ({ label, ...props }: AnswerButtonProps) => (
  <Button size="l" wide busyLabel={t('changeEmail.busy')} {...props}>
    {label}
  </Button>
)

/** Returns the state of a link, and the function that sends its answer. */
function useEmailChangeLink() {
  useDocumentTitle(t('changeEmail.page'))
  const token = useLinkToken()
  const reload = useReloadSessionUser()
  const [outcome, setOutcome] = useState<Outcome | undefined>(token ? undefined : 'invalid')
  const { error, isPending, variables, mutate } = useMutation({
    mutationFn: async (answer: Answer): Promise<Outcome> => {
      const body = { token }
      if (answer === 'confirm')
        return (await api('POST /auth/email/confirm', { body })).isChanged ? 'changed' : 'waiting'
      await api('POST /auth/email/refuse', { body })
      return 'refused'
    },
    async onSuccess(result) {
      await reload()
      setOutcome(result)
    },
    onError: (failure) => isLinkInvalid(failure) && setOutcome('invalid'),
  })
  const pending = isPending ? variables : undefined
  const message = error instanceof ApiError ? error.message : t('changeEmail.failed')
  return { outcome, error: error && !isLinkInvalid(error) ? message : undefined, pending, answer: mutate }
}

const isLinkInvalid = (error: unknown) => error instanceof ApiError && error.code === 'link_invalid'

const ChangeOutcome = ({ outcome }: { outcome: Outcome }) => (
  <AuthOutcome
    slogan={t('changeEmail.slogan')}
    title={t(`changeEmail.${outcome}Title`)}
    text={t(`changeEmail.${outcome}`)}
  >
    <AuthAlternative>
      {outcome === 'refused' ? (
        <TextLink to="/forgot-password">{t('changeEmail.newPassword')}</TextLink>
      ) : (
        <TextLink to="/">{t('changeEmail.continue')}</TextLink>
      )}
    </AuthAlternative>
  </AuthOutcome>
)
