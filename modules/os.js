'use strict';

// The public module `os`: what the machine and the system say about themselves.
//
// Loads: on demand, on every thread. May be part of the startup image: nothing
// is asked of the system before a function is called.

const {
  ArrayPrototypePush,
  MapPrototypeGet,
  NumberParseInt,
  ObjectDefineProperties,
  StringPrototypeCharCodeAt,
  StringPrototypeSlice,
  StringPrototypeSplit,
  SymbolToPrimitive,
} = primordials;

const { codes: { ERR_SYSTEM_ERROR }, hideStackFrames } = require('internal/errors');
const { validateInt32 } = require('internal/validators');
const { os: constants } = internalBinding('constants');

const binding = internalBinding('os');

// Every function that takes nothing also answers where a string or a number
// is wanted: `${os.hostname}` is the name of the host.
function asValue(fn) {
  fn[SymbolToPrimitive] = () => fn();
}

// [name, version, release, machine], asked for once.
let information;
let informationKnown = false;
function getInformation() {
  if (!informationKnown) {
    information = binding.getOSInformation();
    informationKnown = true;
  }
  return information;
}

const arch = () => process.arch;
const platform = () => process.platform;
const endianness = () => (binding.isBigEndian ? 'BE' : 'LE');
const getAvailableParallelism = () => binding.getAvailableParallelism();
const getFreeMem = () => binding.getFreeMem();
const getHomeDirectory = () => binding.getHomeDirectory();
const getHostname = () => binding.getHostname();
const getMachine = () => getInformation()[3];
const getOSRelease = () => getInformation()[2];
const getOSType = () => getInformation()[0];
const getOSVersion = () => getInformation()[1];
const getTotalMem = () => binding.getTotalMem();
const getUptime = () => binding.getUptime();

const tmpdir = () => {
  const { safeGetenv } = internalBinding('credentials');
  const path = safeGetenv('TMPDIR') || safeGetenv('TMP') || safeGetenv('TEMP') || '/tmp';
  const last = path.length - 1;
  return last > 0 && StringPrototypeCharCodeAt(path, last) === 47 /* / */ ?
    StringPrototypeSlice(path, 0, last) : path;
};

asValue(arch);
asValue(platform);
asValue(endianness);
asValue(getAvailableParallelism);
asValue(getFreeMem);
asValue(getHomeDirectory);
asValue(getHostname);
asValue(getMachine);
asValue(getOSRelease);
asValue(getOSType);
asValue(getOSVersion);
asValue(getTotalMem);
asValue(getUptime);
asValue(tmpdir);

function loadavg() {
  const averages = binding.getLoadAvg();
  return [averages[0], averages[1], averages[2]];
}

function cpus() {
  const flat = binding.getCPUs();
  const result = [];
  for (let i = 0; i < flat.length; i += 7) {
    ArrayPrototypePush(result, {
      model: flat[i],
      speed: flat[i + 1],
      times: {
        user: flat[i + 2],
        nice: flat[i + 3],
        sys: flat[i + 4],
        idle: flat[i + 5],
        irq: flat[i + 6],
      },
    });
  }
  return result;
}

function networkInterfaces() {
  const flat = binding.getInterfaceAddresses();
  const result = {};
  if (flat === undefined) return result;
  for (let i = 0; i < flat.length; i += 7) {
    const name = flat[i];
    const entry = {
      address: flat[i + 1],
      netmask: flat[i + 2],
      family: flat[i + 3],
      mac: flat[i + 4],
      internal: flat[i + 5],
      cidr: getCIDR(flat[i + 1], flat[i + 2], flat[i + 3]),
    };
    if (flat[i + 6] !== -1) entry.scopeid = flat[i + 6];
    const known = result[name];
    if (known === undefined) {
      result[name] = [entry];
    } else {
      ArrayPrototypePush(known, entry);
    }
  }
  return result;
}

// `address/length`, or null for a mask that has holes.
function getCIDR(address, netmask, family) {
  const isIPv6 = family === 'IPv6';
  const base = isIPv6 ? 16 : 10;
  const bits = isIPv6 ? 16 : 8;
  const groups = StringPrototypeSplit(netmask, isIPv6 ? ':' : '.');
  let length = 0;
  let ended = false;
  for (let i = 0; i < groups.length; i++) {
    const group = groups[i] === '' ? 0 : NumberParseInt(groups[i], base);
    for (let bit = bits - 1; bit >= 0; bit--) {
      const set = (group >> bit & 1) === 1;
      if (set && ended) return null;
      if (set) length++;
      else ended = true;
    }
  }
  return `${address}/${length}`;
}

const throwSystemError = hideStackFrames((errno, syscall) => {
  const { getSystemErrorMap } = require('internal/util');
  const known = MapPrototypeGet(getSystemErrorMap(), errno);
  throw new ERR_SYSTEM_ERROR({
    errno,
    code: known === undefined ? `Unknown system error ${errno}` : known[0],
    message: known === undefined ? 'unknown error' : known[1],
    syscall,
  });
});

function setPriority(pid, priority) {
  if (priority === undefined) {
    priority = pid;
    pid = 0;
  }
  validateInt32(pid, 'pid');
  validateInt32(priority, 'priority', -20, 19);
  const errno = binding.setPriority(pid, priority);
  if (errno < 0) throwSystemError(errno, 'uv_os_setpriority');
}

function getPriority(pid) {
  if (pid === undefined) {
    pid = 0;
  } else {
    validateInt32(pid, 'pid');
  }
  // A priority may look like an error number: the binding answers both.
  const answer = binding.getPriority(pid);
  if (answer[0] < 0) throwSystemError(answer[0], 'uv_os_getpriority');
  return answer[1];
}

function userInfo(options) {
  const user = binding.getUserInfo();
  const encoding = options !== null && typeof options === 'object' ? options.encoding : undefined;
  const text = (value) => (
    encoding !== 'buffer' || value === null ? value : require('buffer').Buffer.from(value));
  return {
    __proto__: null,
    uid: user.uid,
    gid: user.gid,
    username: text(user.username),
    homedir: text(user.homedir),
    shell: text(user.shell),
  };
}

module.exports = {
  arch,
  availableParallelism: getAvailableParallelism,
  cpus,
  endianness,
  freemem: getFreeMem,
  getPriority,
  homedir: getHomeDirectory,
  hostname: getHostname,
  loadavg,
  networkInterfaces,
  platform,
  release: getOSRelease,
  setPriority,
  tmpdir,
  totalmem: getTotalMem,
  type: getOSType,
  userInfo,
  uptime: getUptime,
  version: getOSVersion,
  machine: getMachine,
};

ObjectDefineProperties(module.exports, {
  constants: { __proto__: null, configurable: false, enumerable: true, value: constants },
  EOL: { __proto__: null, configurable: true, enumerable: true, writable: false, value: '\n' },
  devNull: { __proto__: null, configurable: true, enumerable: true, writable: false, value: '/dev/null' },
});
