/** The services that have a store. */
export const SERVICES = ['auth', 'social', 'posts', 'notify', 'chat'] as const
export type ServiceName = (typeof SERVICES)[number]

/** The services that store pictures, with the folder of the pictures in a data folder. */
export const MEDIA_FOLDERS = { posts: 'media', chat: 'chat-media' } as const satisfies Partial<
  Record<ServiceName, string>
>

/**
 * Tables that a backup leaves out. Sessions and signing keys of a former time are dangerous: a session that was ended since
 * would be valid again, and so would the access tokens of members who did not exist yet. Without them all members sign in
 * again, and their pages load everything anew instead of comparing revisions that the restored stores use again. Push
 * subscriptions end with their sessions.
 */
export const LEFT_OUT_TABLES: Partial<Record<ServiceName, readonly string[]>> = {
  auth: ['sessions', 'signing_keys'],
  notify: ['push_subscriptions', 'pushes', 'vapid_keys'],
}

/** A collection that holds who publishes at the moment, which means nothing later. */
export const LEFT_OUT_COLLECTIONS: readonly string[] = ['leases']
