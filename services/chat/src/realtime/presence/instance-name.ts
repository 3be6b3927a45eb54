/**
 * Returns the name of an instance in presence rows: its address, and a number that grows each time the instance has lost its
 * lease. Rows with an earlier name are thus not revived by the next lease.
 */
export const toInstanceName = (address: string, generation: number): string => `${address}.${generation}`

/** Returns the address at which peer instances reach the instance with this name. */
export const toInstanceAddress = (instanceName: string): string => instanceName.replace(/\.\d+$/, '')
