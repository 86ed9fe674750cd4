// The stand-in for Node's `test/common`, for ES modules.

import { createRequire } from 'node:module';

export { createRequire };

const common = createRequire(import.meta.url)('./index.js');

export default common;

export const {
  allowGlobals, buildType, canCreateSymLink, childShouldThrowAndAbort, createZeroFilledFile, enoughTestMem, expectsError, expectWarning,
  getArrayBufferViews, getBufferSources, getCallSite, getTTYfd, hasCrypto, hasIntl, hasIPv6, hasMultiLocalhost, isAIX, isAlive,
  isDumbTerminal, isFreeBSD, isIBMi, isLinux, isLinuxPPCBE, isMainThread, isOpenBSD, isOSX, isSunOS, isWindows, localIPv6Hosts, mustCall,
  mustCallAtLeast, mustNotCall, mustNotMutateObjectDeep, mustSucceed, nodeProcessAborted, opensslCli, parseTestFlags, PIPE,
  platformTimeout, printSkipMessage, runWithInvalidFD, skip, skipIf32Bits, skipIfDumbTerminal, skipIfEslintMissing,
  skipIfInspectorDisabled, skipIfWorker, spawnPromisified,
} = common;
