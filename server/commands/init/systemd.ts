import { join } from 'node:path'
import type { DeploymentFiles, DeploymentPlan } from './deployment.ts'

/** A word of `ExecStart`: `%` and `$` would stand for something else (systemd.service(5), "Command lines"). */
const quoteWord = (word: string): string =>
  `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

const escapePath = (path: string): string => path.replaceAll('%', '%%')

/** A unit whose user systemd makes, who reads the secrets as credentials: the files stay root's. */
export const systemdFiles = ({ folder, baseUrl, program }: DeploymentPlan): DeploymentFiles => ({
  'patchbay.env': `# Every variable is in docs/configuration.md.
BASE_URL=${baseUrl}
HOST=127.0.0.1
ADMIN_HOST=127.0.0.1
ADMIN_PORT=3001
`,
  'patchbay.service': `[Unit]
Description=Patchbay, a gateway in front of third-party APIs
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${[...program, 'start'].map(quoteWord).join(' ')}
EnvironmentFile=${escapePath(join(folder, 'patchbay.env'))}
Environment=DATA_DIR=%S/patchbay/data UNPACK_DIR=%S/patchbay/program
Environment=ADMIN_API_KEY_FILE=%d/admin-api-key PATCHBAY_KEYS_FILE=%d/patchbay-keys
LoadCredential=admin-api-key:${escapePath(join(folder, 'secrets/admin-api-key'))}
LoadCredential=patchbay-keys:${escapePath(join(folder, 'secrets/patchbay-keys'))}
DynamicUser=true
StateDirectory=patchbay
StateDirectoryMode=0700
WorkingDirectory=%S/patchbay
Restart=always
# Over the 40 s that a stop takes at most.
TimeoutStopSec=50
LimitNOFILE=65536
NoNewPrivileges=true
ProtectSystem=strict

[Install]
WantedBy=multi-user.target
`,
})
