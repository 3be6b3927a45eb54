import { createPostgresConsumerStore, createPostgresOutbox } from '@meadow/events'
import {
  createPostgresExportTasks,
  createPostgresMemberErasures,
  createPostgresMemberReadModel,
  createPostgresRefusedWords,
  type SnapshotDeps,
} from '@meadow/members'
import { type PostgresPool, withPostgresTransaction } from '@meadow/storage'
import { createPostgresAccountRepository } from './accounts/postgres-account-repository.ts'
import { createPostgresAccountSnapshots } from './accounts/postgres-account-snapshot.ts'
import { createPostgresDeactivationRepository } from './deactivation/postgres-deactivation-repository.ts'
import { createPostgresKnownDeviceRepository } from './devices/postgres-known-device-repository.ts'
import {
  createPostgresErasedPartStore,
  createPostgresErasureRepository,
} from './erasure/postgres-erasure-repository.ts'
import {
  createPostgresExportedPartStore,
  createPostgresExportRepository,
} from './exports/postgres-export-repository.ts'
import { createPostgresInviteRepository } from './invites/postgres-invite-repository.ts'
import { createPostgresSigningKeyStore } from './keys/postgres-signing-key-store.ts'
import { createPostgresLegalVersionRepository } from './legal/postgres-legal-version-repository.ts'
import { createPostgresMailLinkRepository } from './mail/postgres-mail-link-repository.ts'
import { createPostgresMailQueue } from './mail/postgres-mail-queue.ts'
import { createPostgresOAuthRepository } from './oauth/postgres-oauth-repository.ts'
import { createPostgresAuthData } from './own-data/own-data-stores.ts'
import { createPostgresPasskeyRepository } from './passkeys/postgres-passkey-repository.ts'
import { createPostgresProofRepository } from './reauthentication/postgres-proof-repository.ts'
import { createPostgresRefusalRepository } from './refusals/postgres-refusal-repository.ts'
import { createPostgresRoleRepository } from './roles/postgres-role-repository.ts'
import { createPostgresSecondFactorRepository } from './second-factor/postgres-second-factor-repository.ts'
import { createPostgresSessionRepository } from './sessions/postgres-session-repository.ts'
import { createPostgresSuspensionStore } from './suspension/postgres-suspension-store.ts'
import type { SuspensionStore } from './suspension/suspension.ts'

/** Creates the PostgreSQL adapters of all ports of this service. */
export const createPostgresAuthPorts = (pool: PostgresPool, deps: SnapshotDeps) => ({
  accounts: createPostgresAccountRepository(pool),
  deactivations: createPostgresDeactivationRepository(pool),
  devices: createPostgresKnownDeviceRepository(pool),
  erasures: createPostgresErasureRepository(pool),
  exports: createPostgresExportRepository(pool),
  withSuspensions: <T>(work: (suspensions: SuspensionStore) => Promise<T>) =>
    withPostgresTransaction(pool, (tx) => work(createPostgresSuspensionStore(tx))),
  invites: createPostgresInviteRepository(pool),
  refusals: createPostgresRefusalRepository(pool),
  refusedWords: createPostgresRefusedWords(pool),
  sessions: createPostgresSessionRepository(pool),
  legalVersions: createPostgresLegalVersionRepository(pool),
  roles: createPostgresRoleRepository(pool),
  mails: createPostgresMailQueue(pool),
  mailLinks: createPostgresMailLinkRepository(pool),
  oauth: createPostgresOAuthRepository(pool),
  passkeys: createPostgresPasskeyRepository(pool),
  proofs: createPostgresProofRepository(pool),
  secondFactors: createPostgresSecondFactorRepository(pool),
  ownData: createPostgresAuthData(pool),
  signingKeys: createPostgresSigningKeyStore(pool),
  members: createPostgresMemberReadModel(pool),
  outbox: createPostgresOutbox(pool),
  consumerStore: createPostgresConsumerStore(pool, (tx) => ({
    members: createPostgresMemberReadModel(tx),
    erasures: createPostgresMemberErasures(tx),
    erasedParts: createPostgresErasedPartStore(tx),
    exportTasks: createPostgresExportTasks(tx),
    exportedParts: createPostgresExportedPartStore(tx),
    suspensions: createPostgresSuspensionStore(tx),
    snapshots: createPostgresAccountSnapshots(tx, deps),
  })),
  pingStore: () => pool.ping(),
})
