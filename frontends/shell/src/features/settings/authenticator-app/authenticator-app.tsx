import { LazyDialog } from '@meadow/features'
import { Button } from '@meadow/ui'
import { type ApiResponse, api, rememberLoaded, useMutation, useQuery, useQueryClient, useToast } from '@meadow/web'
import { useState } from 'react'
import { OwnProofDialog } from '../own-proof.tsx'
import { SettingRow } from '../setting-row.tsx'
import { t } from '../texts.ts'
import type { OwnProof } from '../use-connected-providers.ts'

const totpQueryKey = ['totp']
type SetUp = ApiResponse<'POST /auth/totp'>
type Action = 'set_up' | 'renew' | 'turn_off'

const loadSetUpDialog = rememberLoaded(async () => ({ default: (await import('./set-up-dialog.tsx')).SetUpDialog }))

/** Row of the authenticator app: sets it up, makes its recovery codes anew, and turns it off. Each begins with a proof. */
export function AuthenticatorApp() {
  const { data } = useQuery({ queryKey: totpQueryKey, queryFn: ({ signal }) => api('GET /auth/totp', { signal }) })
  const cache = useQueryClient()
  const toast = useToast()
  const [proving, setProving] = useState<Action>()
  const [setUp, setSetUp] = useState<SetUp>()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  const turnOff = useMutation({
    mutationFn: (own: OwnProof) => api('DELETE /auth/totp', { body: own }),
    onSuccess: () => toast({ tone: 'success', title: t('app.isOff') }),
    onSettled: () => cache.invalidateQueries({ queryKey: totpQueryKey }),
  })
  if (!data) return null

  const actions = {
    set_up: async (own: OwnProof) => setSetUp(await api('POST /auth/totp', { body: own })),
    renew: async (own: OwnProof) =>
      setRecoveryCodes((await api('POST /auth/recovery-codes', { body: own })).recoveryCodes),
    turn_off: turnOff.mutateAsync,
  }
  const close = () => {
    setSetUp(undefined)
    setRecoveryCodes(undefined)
    void cache.invalidateQueries({ queryKey: totpQueryKey })
  }
  const hint = data.isOn ? t('app.on', { count: data.recoveryCodesLeft }) : t('app.off')
  return (
    <>
      <SettingRow label={t('app.title')} hint={hint}>
        {data.isOn ? (
          <>
            <Button variant="line" onClick={() => setProving('renew')}>
              {t('app.renew')}
            </Button>
            <Button variant="line" onClick={() => setProving('turn_off')}>
              {t('app.turnOff')}
            </Button>
          </>
        ) : (
          <Button variant="line" onClick={() => setProving('set_up')}>
            {t('app.setUp')}
          </Button>
        )}
      </SettingRow>
      {proving && (
        <OwnProofDialog
          title={t(`app.${proving}_title`)}
          text={t(`app.${proving}_text`)}
          confirmLabel={t(`app.${proving}_confirm`)}
          variant={proving === 'turn_off' ? 'danger' : 'primary'}
          failureText={t('app.failed')}
          onConfirm={actions[proving]}
          onClose={() => setProving(undefined)}
        />
      )}
      <LazyDialog
        isOpen={setUp !== undefined || recoveryCodes !== undefined}
        onClose={close}
        load={loadSetUpDialog}
        props={{ setUp, recoveryCodes, onConfirmed: setRecoveryCodes, onClose: close }}
      />
    </>
  )
}
