import { OAUTH_PROVIDERS } from '@meadow/contracts/account-limits'
import { Button } from '@meadow/ui'
import { useState } from 'react'
import { PROVIDER_NAMES } from '../../oauth/provider-names.ts'
import { OwnProofDialog } from './own-proof.tsx'
import { SettingRow } from './setting-row.tsx'
import { t } from './texts.ts'
import { useConnectedProviders, useOfferedProviders, useProviderConnections } from './use-connected-providers.ts'

/** Rows of the providers that the member can sign in with: those that are offered, and those that are connected. */
export function ConnectedProviders() {
  const { data: offered } = useOfferedProviders()
  const { data: connected } = useConnectedProviders()
  const { connect, disconnect } = useProviderConnections()
  const [disconnecting, setDisconnecting] = useState<Parameters<typeof connect.mutate>[0]>()
  if (!offered || !connected) return null
  const ids = OAUTH_PROVIDERS.filter(
    (id) => offered.providers.includes(id) || connected.providers.some(({ provider }) => provider === id),
  )
  const toName = (id: string) => PROVIDER_NAMES[id] ?? id
  return (
    <>
      {ids.map((id) => {
        const connection = connected.providers.find(({ provider }) => provider === id)
        const hint = connection ? connection.email || t('settings.providerConnected') : t('settings.providerText')
        return (
          <SettingRow key={id} label={toName(id)} hint={hint}>
            {connection ? (
              <Button
                variant="line"
                aria-label={t('settings.disconnectName', { provider: toName(id) })}
                onClick={() => setDisconnecting(id)}
              >
                {t('settings.disconnect')}
              </Button>
            ) : (
              <Button
                variant="line"
                aria-label={t('settings.connectName', { provider: toName(id) })}
                busy={connect.isPending && connect.variables === id}
                onClick={() => connect.mutate(id)}
              >
                {t('settings.connect')}
              </Button>
            )}
          </SettingRow>
        )
      })}
      {disconnecting && (
        <OwnProofDialog
          title={t('settings.disconnectTitle', { provider: toName(disconnecting) })}
          text={t('settings.disconnectText')}
          confirmLabel={t('settings.disconnect')}
          failureText={t('settings.providerFailed')}
          onConfirm={(own) => disconnect.mutateAsync({ provider: disconnecting, own })}
          onClose={() => setDisconnecting(undefined)}
        />
      )}
    </>
  )
}
