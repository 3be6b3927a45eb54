import { MAX_COVER_NOTE_LENGTH } from '@meadow/contracts/limits'
import { SelectField, Switch, TextField } from '@meadow/ui'
import styles from './composer.module.css'
import { t } from './texts.ts'
import { listDeviceLanguages } from './use-post-settings.ts'
import type { PostDraft } from './use-publish-post.ts'

const AUDIENCES = [
  { value: 'everyone', label: t('composer.audienceEveryone') },
  { value: 'following', label: t('composer.audienceFollowing') },
  { value: 'mentioned', label: t('composer.audienceMentioned') },
] as const

const COVERS = [
  { value: 'none', label: t('composer.coverNone') },
  { value: 'sensitive', label: t('composer.coverSensitive') },
  { value: 'spoiler', label: t('composer.coverSpoiler') },
  { value: 'violence', label: t('composer.coverViolence') },
  { value: 'nudity', label: t('composer.coverNudity') },
] as const

/** Languages that the list offers beside those of the device and the one that is chosen. */
const LANGUAGES =
  'ar bn cs da de el en es fa fi fr he hi hu id it ja ko nb nl pl pt pt-BR ro ru sv sw th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  )

type ComposerSettingsProps = {
  draft: PostDraft
  reminder: readonly [boolean, (isOn: boolean) => void]
  disabled: boolean
}

/** Choices for a post: who may comment, its language, and, with pictures or a video, their cover and the reminder of descriptions or captions. */
export function ComposerSettings({ draft, reminder: [reminds, setReminds], disabled }: ComposerSettingsProps) {
  const { settings, setSettings } = draft
  const hasPictures = draft.tray.pictures.length > 0
  const hasVideo = draft.video !== undefined && !hasPictures
  return (
    <div className={styles['settings']}>
      <div className={styles['choices']}>
        <SelectField
          label={t('composer.audience')}
          value={settings.audience}
          options={AUDIENCES}
          onChange={(audience) => setSettings({ audience })}
          disabled={disabled}
        />
        <SelectField
          label={t('composer.language')}
          value={settings.language}
          options={listLanguages(settings.language)}
          onChange={(language) => setSettings({ language })}
          disabled={disabled}
        />
      </div>
      {(hasPictures || hasVideo) && (
        <>
          <div className={styles['choices']}>
            <SelectField
              label={t(hasVideo ? 'composer.coverVideo' : 'composer.cover')}
              value={settings.cover}
              options={COVERS}
              onChange={(cover) => setSettings({ cover })}
              disabled={disabled}
            />
            {settings.cover !== 'none' && (
              <TextField
                label={t('composer.coverNote')}
                value={settings.coverNote}
                onChange={(coverNote) => setSettings({ coverNote })}
                maxLength={MAX_COVER_NOTE_LENGTH}
                disabled={disabled}
              />
            )}
          </div>
          <Switch
            label={t(hasVideo ? 'composer.remindCaptions' : 'composer.remind')}
            checked={reminds}
            onChange={setReminds}
            disabled={disabled}
          />
        </>
      )}
    </div>
  )
}

/** Lists the languages by their own names: the chosen one and those of the device first. */
function listLanguages(chosen: string): { value: string; label: string }[] {
  const own = [...new Set([chosen, ...listDeviceLanguages()])]
  const others = LANGUAGES.filter((tag) => !own.includes(tag))
  return [...own, ...others].map((value) => ({ value, label: nameLanguage(value) }))
}

function nameLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
