/** A device on which an account has signed in. Only the hash of its id is stored. */
type KnownDevice = { accountId: string; idHash: Buffer; lastUsedAt: Date }

/** Stores the known devices of accounts. */
export type KnownDeviceRepository = {
  /** Returns the accounts that have signed in on a device after `oldest`. */
  findAccountIds(idHash: Buffer, oldest: Date): Promise<string[]>
  /** Stores a sign-in. Deletes devices of the account that were not used after `oldest`, and all but the newest 50. */
  remember(device: KnownDevice, oldest: Date): Promise<void>
}
