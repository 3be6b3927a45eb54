// Run by mongosh with --nodb: initiates the replica set, and creates a user for each file meadow_* of /run/secrets/mongodb, which
// owns the database of the same name. May be repeated. Fails until this member is the primary.
const { readdirSync, readFileSync } = require('node:fs')

const FOLDER = '/run/secrets/mongodb'
const readSecret = (name) => readFileSync(`${FOLDER}/${name}`, 'utf8').trim()

const admin = new Mongo('mongodb://127.0.0.1:27017/?directConnection=true').getDB('admin')
admin.auth('meadow', readSecret('password'))
try {
  admin.adminCommand({ replSetGetStatus: 1 })
} catch {
  const members = [{ _id: 0, host: 'mongodb:27017' }]
  admin.adminCommand({ replSetInitiate: { _id: 'rs0', members } })
}
if (!admin.hello().isWritablePrimary) quit(1)
for (const user of readdirSync(FOLDER).filter((name) => name.startsWith('meadow_'))) {
  const store = admin.getSiblingDB(user)
  if (!store.getUser(user)) store.createUser({ user, pwd: readSecret(user), roles: ['dbOwner'] })
}
