import type { ShownPush } from './push-payload.ts'
import type { PushNotificationOptions } from './push-scope.ts'
import { t } from './texts.ts'

/** Abilities of the browser's notifications. */
export type NotificationAbilities = { maxActions: number; hasTextField: boolean }

const BADGE_URL = new URL('../../../public/icons/monochrome-512.png', import.meta.url).href
const ICON_URL = new URL('../../../public/icons/icon-192.png', import.meta.url).href
/** The push service keeps pushes for a day; some browsers deliver later ones all the same. */
const MAX_AGE_MS = 24 * 60 * 60 * 1_000

const ACTION_TITLES = { reply: t('push.reply'), like: t('push.like'), 'mark-read': t('push.markRead') }

/** Returns true if nobody wants to hear of it any more. A test is always shown, even if the clock of the device is wrong. */
export const isStalePush = ({ at, type }: Pick<ShownPush, 'at' | 'type'>, now: Date): boolean =>
  type !== 'test' && now.getTime() - Date.parse(at) > MAX_AGE_MS

/** Returns the options of the notification of a push. `text` is that of the message, if it may be shown. */
export function toNotificationOptions(
  push: ShownPush,
  text: string | undefined,
  { maxActions, hasTextField }: NotificationAbilities,
): PushNotificationOptions {
  return {
    body: text ?? push.body,
    icon: push.icon || ICON_URL,
    badge: BADGE_URL,
    tag: push.tag,
    renotify: true, // a newer one with the same tag sounds again
    timestamp: Date.parse(push.at),
    data: push,
    actions: push.actions.slice(0, maxActions).map((action) => ({
      action,
      title: ACTION_TITLES[action],
      ...(action === 'reply' && hasTextField && { type: 'text', placeholder: t('push.replyPlaceholder') }),
    })),
  }
}

/** The notification of a push that this worker does not know. */
export const UNKNOWN_PUSH_NOTIFICATION: { title: string; options: PushNotificationOptions } = {
  title: t('push.unknown'),
  options: { body: t('push.unknownText'), icon: ICON_URL, badge: BADGE_URL, tag: 'unknown', renotify: true },
}
