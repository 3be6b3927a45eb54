"""A `mongod` for tests: SecantusDB, which takes the options of mongod and, like it, serves nobody before it is initiated.
It appends its arguments to the file in FAKE_MONGOD_LOG, one JSON array for each start."""
import json
import os
import sys

if '--version' in sys.argv:
    print('db version v8.0.99')
    sys.exit()
with open(os.environ['FAKE_MONGOD_LOG'], 'a') as log:
    log.write(json.dumps(sys.argv[1:]) + '\n')

from secantus import cli, commands

options = dict(zip(sys.argv[1:], sys.argv[2:]))
data, port, name = options['--dbpath'], options['--port'], options['--replSet']
config_file = os.path.join(data, 'replica-set.json')


def read_config():
    try:
        with open(config_file) as file:
            return json.load(file)
    except FileNotFoundError:
        return None


def write_config(config):
    with open(config_file, 'w') as file:
        json.dump(config, file)
    return {'ok': 1.0}


def hello(document, context, original=commands._HANDLERS['hello']):
    config = read_config()
    is_member = config is not None and config['members'][0]['host'] == f'127.0.0.1:{port}'
    return {**original(document, context), 'isWritablePrimary': is_member, 'secondary': False}


def initiate(document, _context):
    if read_config():
        return {'ok': 0.0, 'errmsg': 'already initialized', 'code': 23, 'codeName': 'AlreadyInitialized'}
    if document['replSetInitiate']['_id'] != name:
        return {'ok': 0.0, 'errmsg': 'another name', 'code': 93, 'codeName': 'InvalidReplicaSetConfig'}
    return write_config({**document['replSetInitiate'], 'version': 1})


commands._HANDLERS.update(
    hello=hello,
    replSetInitiate=initiate,
    replSetGetConfig=lambda _document, _context: {'ok': 1.0, 'config': read_config()},
    replSetReconfig=lambda document, _context: write_config(document['replSetReconfig']),
)
sys.argv = ['mongod', '--host', '127.0.0.1', '--port', port, '--storage-path', data, '--log-level', 'WARNING']
sys.exit(cli.main())
