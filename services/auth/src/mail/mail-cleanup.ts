import type { BackgroundTask, Logger } from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import type { MailQueue } from './mail-queue.ts'
import type { MailLinkRepository } from './postgres-mail-link-repository.ts'

type MailCleanupDeps = {
  mails: Pick<MailQueue, 'deleteSent'>
  mailLinks: Pick<MailLinkRepository, 'deleteExpired'>
  now: () => Date
}

/** Deletes a batch of mails that were sent an hour ago, and the links that have expired. Returns true if there may be more. */
export async function cleanUpMails({ mails, mailLinks, now }: MailCleanupDeps): Promise<boolean> {
  await mailLinks.deleteExpired(now())
  return mails.deleteSent(now())
}

/** Creates the background task that deletes sent mails and expired links every hour. */
export const createMailCleanup = ({ log, ...deps }: MailCleanupDeps & { log: Logger }): BackgroundTask =>
  createHourlyCleanup({ name: 'mail cleanup', log, deleteBatch: () => cleanUpMails(deps) })
