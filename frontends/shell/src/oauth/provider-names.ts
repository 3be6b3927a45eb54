import { t } from './texts.ts'

/** The name of each provider on its button. A newer service may offer others. */
export const PROVIDER_NAMES: Partial<Record<string, string>> = {
  google: t('oauth.google'),
  github: t('oauth.github'),
  demo: t('oauth.demo'),
}
