/** The part of a message that decides to whom it is shown. */
export type MessageVisibility = {
  expiresAt?: Date | null | undefined
  hiddenFrom?: readonly string[] | undefined
}

/** Returns true if a message has disappeared for everyone. The clock of the service decides. */
export const isExpired = ({ expiresAt }: Pick<MessageVisibility, 'expiresAt'>, at: Date): boolean =>
  expiresAt !== undefined && expiresAt !== null && expiresAt <= at

/** Returns true if a message is not shown to a member: it has disappeared, or they have deleted it for themselves. */
export const isHiddenFrom = (message: MessageVisibility, { _id }: { _id: string }, at: Date): boolean =>
  isExpired(message, at) || (message.hiddenFrom?.includes(_id) ?? false)
