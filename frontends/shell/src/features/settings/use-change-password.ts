import { type FormErrors, useForm } from '@meadow/features'
import { useQueryClient, useSession, useToast } from '@meadow/web'
import { validatePassword, validatePasswordConfirmation } from '../../password/validate-password.ts'
import { t } from './texts.ts'
import { sessionsQueryKey } from './use-sessions.ts'

type PasswordChangeValues = { current: string; next: string; confirm: string }

const EMPTY_VALUES: PasswordChangeValues = { current: '', next: '', confirm: '' }

/** Form state of the password change. Clears the fields on success. */
export function useChangePassword() {
  const { changePassword } = useSession()
  const cache = useQueryClient()
  const toast = useToast()
  const form = useForm<PasswordChangeValues>({
    initialValues: EMPTY_VALUES,
    validate: validatePasswordChange,
    submit: async ({ current, next }) => {
      await changePassword({ current, next })
      void cache.invalidateQueries({ queryKey: sessionsQueryKey })
      form.reset()
      toast({ tone: 'success', title: t('settings.passwordDone'), text: t('settings.passwordDoneText') })
    },
    fallbackMessage: t('settings.passwordFailed'),
    onFailure: () => undefined,
  })
  return form
}

function validatePasswordChange({ current, next, confirm }: PasswordChangeValues): FormErrors<PasswordChangeValues> {
  const errors = {
    current: current ? undefined : t('settings.currentRequired'),
    next: validatePassword(next),
    confirm: validatePasswordConfirmation(confirm, next),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}
