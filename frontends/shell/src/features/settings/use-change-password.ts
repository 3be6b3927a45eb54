import { type FormErrors, useForm, useQueryClient, useSession, useToast } from '@meadow/web'
import { t } from '../../texts.ts'
import { validatePassword, validatePasswordConfirmation } from '../../validate-password.ts'
import { sessionsKey } from './use-sessions.ts'

type Passwords = { current: string; next: string; confirm: string }

const EMPTY: Passwords = { current: '', next: '', confirm: '' }

/** Form state of the password change. Clears the fields on success. */
export function useChangePassword() {
  const { changePassword } = useSession()
  const cache = useQueryClient()
  const toast = useToast()
  const form = useForm<Passwords>({
    initialValues: EMPTY,
    validate: check,
    submit: async ({ current, next }) => {
      await changePassword({ current, next })
      void cache.invalidateQueries({ queryKey: sessionsKey })
      form.reset()
      toast({ tone: 'success', title: t('settings.passwordDone'), text: t('settings.passwordDoneText') })
    },
    fallbackMessage: t('settings.passwordFailed'),
    onFailure: () => undefined,
  })
  return form
}

function check({ current, next, confirm }: Passwords): FormErrors<Passwords> {
  const errors = {
    current: current ? undefined : t('settings.currentRequired'),
    next: validatePassword(next),
    confirm: validatePasswordConfirmation(confirm, next),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}
