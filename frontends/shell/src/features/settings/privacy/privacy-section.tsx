import type { PrivacySettings } from '@meadow/contracts/browser'
import { AUDIENCE_FIELDS } from '@meadow/contracts/profile-fields'
import { SelectField, Switch } from '@meadow/ui'
import { SectionLoadError, SectionSkeleton } from '../section-status.tsx'
import styles from '../settings.module.css'
import { t } from '../texts.ts'
import { PrivacyExceptions } from './privacy-exceptions.tsx'
import { useChangePrivacy, usePrivacySettings } from './use-privacy-settings.ts'

const AUDIENCE_OPTIONS = [
  { value: 'everyone', label: t('settings.audienceEveryone') },
  { value: 'followers', label: t('settings.audienceFollowers') },
  { value: 'mutuals', label: t('settings.audienceMutuals') },
  { value: 'only_me', label: t('settings.audienceOnlyMe') },
] as const

const MESSAGE_OPTIONS = [
  { value: 'everyone', label: t('settings.audienceEveryone') },
  { value: 'following', label: t('settings.audienceFollowing') },
  { value: 'mutuals', label: t('settings.audienceMutuals') },
] as const

/** The signals that a member shows while they chat. Hiding that one is online hides when one was last, too. */
const SHOWN_SIGNALS = ['showOnline', 'showLastSeen', 'showTyping', 'sendReadMarks'] as const

/** Privacy section: where others find the member, who may contact them, and who sees each field of the profile. */
export function PrivacySection() {
  const { data, error, refetch } = usePrivacySettings()
  const change = useChangePrivacy()
  if (!data) return error ? <SectionLoadError onRetry={() => void refetch()} /> : <SectionSkeleton />
  return (
    <>
      <div className={styles['preference']}>
        <Switch
          label={t('settings.isPrivate')}
          hint={t('settings.isPrivateText')}
          checked={data.isPrivate}
          onChange={(isPrivate) => change({ isPrivate })}
        />
      </div>
      <div className={styles['preference']}>
        <Switch
          label={t('settings.isInDirectory')}
          hint={t('settings.isInDirectoryText')}
          checked={data.isInDirectory}
          onChange={(isInDirectory) => change({ isInDirectory })}
        />
      </div>
      <div className={styles['preference']}>
        <Switch
          label={t('settings.isSuggested')}
          hint={t('settings.isSuggestedText')}
          checked={data.isSuggested}
          onChange={(isSuggested) => change({ isSuggested })}
        />
      </div>
      <section className={styles['preference']} aria-labelledby="contact-privacy">
        <div className={styles['labels']}>
          <h2 id="contact-privacy">{t('settings.contact')}</h2>
          <p>{t('settings.contactText')}</p>
        </div>
        <div className={styles['fields']}>
          <SelectField
            label={t('settings.messagesFrom')}
            value={MESSAGE_OPTIONS.find(({ value }) => value === data.messagesFrom)?.value ?? 'mutuals'}
            options={MESSAGE_OPTIONS}
            onChange={(messagesFrom) => change({ messagesFrom })}
          />
        </div>
      </section>
      <div className={styles['preference']}>
        <Switch
          label={t('settings.allowRequests')}
          hint={t('settings.allowRequestsText')}
          checked={data.allowRequests}
          disabled={data.messagesFrom === 'everyone'}
          onChange={(allowRequests) => change({ allowRequests })}
        />
      </div>
      {SHOWN_SIGNALS.map((setting) => (
        <div key={setting} className={styles['preference']}>
          <Switch
            label={t(`settings.${setting}`)}
            hint={t(`settings.${setting}Text`)}
            checked={data[setting] && (setting !== 'showLastSeen' || data.showOnline)}
            disabled={setting === 'showLastSeen' && !data.showOnline}
            onChange={(isShown) => change({ [setting]: isShown })}
          />
        </div>
      ))}
      <PrivacyExceptions />
      <FieldAudiences fields={data.fields} onChange={(fields) => change({ fields })} />
    </>
  )
}

type FieldAudiencesProps = {
  fields: PrivacySettings['fields']
  onChange: (fields: Record<string, (typeof AUDIENCE_OPTIONS)[number]['value']>) => void
}

/** The audience of each field of the profile. An audience that this page does not know is shown as the member only. */
function FieldAudiences({ fields, onChange }: FieldAudiencesProps) {
  return (
    <section className={styles['preference']} aria-labelledby="field-audiences">
      <div className={styles['labels']}>
        <h2 id="field-audiences">{t('settings.fields')}</h2>
        <p>{t('settings.fieldsText')}</p>
      </div>
      <div className={styles['fields']}>
        {AUDIENCE_FIELDS.map((field) => (
          <SelectField
            key={field}
            label={t(`settings.field.${field}`)}
            value={AUDIENCE_OPTIONS.find(({ value }) => value === fields[field])?.value ?? 'only_me'}
            options={AUDIENCE_OPTIONS}
            onChange={(audience) => onChange({ [field]: audience })}
          />
        ))}
      </div>
    </section>
  )
}
