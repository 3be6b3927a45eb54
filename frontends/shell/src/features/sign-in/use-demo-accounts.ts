import { type ApiResponse, api, useMutation, useQuery, useSession, useToast } from '@meadow/web'
import { t } from './texts.ts'

export type DemoAccount = ApiResponse<'GET /auth/demo-accounts'>['accounts'][number]

/** Fetches the demo accounts and signs in as one. The list is empty except on a local demo installation. */
export function useDemoAccounts() {
  const { openSession } = useSession()
  const toast = useToast()
  const { data } = useQuery({
    queryKey: ['demo-accounts'],
    queryFn: ({ signal }) => api('GET /auth/demo-accounts', { signal }),
    retry: false,
  })
  const entering = useMutation({
    mutationFn: ({ username }: DemoAccount) =>
      openSession(() => api('POST /auth/demo-session', { body: { username } })),
    onSuccess: ({ user }) =>
      toast({ tone: 'success', title: t('signIn.doneTitle'), text: t('signIn.done', { name: user.fullName }) }),
    onError: () => toast({ tone: 'error', title: t('signIn.failedTitle'), text: t('signIn.failed') }),
  })
  return { accounts: data?.accounts ?? [], enter: entering.mutate, busy: entering.isPending }
}
