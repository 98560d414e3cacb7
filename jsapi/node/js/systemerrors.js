// systemerrors: the texts of errors of the system.
exports.texts = {
  E2BIG: 'argument list too long', EACCES: 'permission denied', EADDRINUSE: 'address already in use', EADDRNOTAVAIL: 'address not available',
  EAFNOSUPPORT: 'address family not supported', EAGAIN: 'resource temporarily unavailable', EALREADY: 'connection already in progress',
  EBADF: 'bad file descriptor', EBUSY: 'resource busy or locked', ECANCELED: 'operation canceled', ECONNABORTED: 'software caused connection abort',
  ECONNREFUSED: 'connection refused', ECONNRESET: 'connection reset by peer', EDESTADDRREQ: 'destination address required', EEXIST: 'file already exists',
  EFAULT: 'bad address in system call argument', EFBIG: 'file too large', EHOSTUNREACH: 'host is unreachable', EINTR: 'interrupted system call',
  EINVAL: 'invalid argument', EIO: 'i/o error', EISCONN: 'socket is already connected', EISDIR: 'illegal operation on a directory',
  ELOOP: 'too many symbolic links encountered', EMFILE: 'too many open files', EMSGSIZE: 'message too long', ENAMETOOLONG: 'name too long',
  ENETDOWN: 'network is down', ENETUNREACH: 'network is unreachable', ENFILE: 'file table overflow', ENOBUFS: 'no buffer space available',
  ENODEV: 'no such device', ENOENT: 'no such file or directory', ENOMEM: 'not enough memory', ENOPROTOOPT: 'protocol not available',
  ENOSPC: 'no space left on device', ENOSYS: 'function not implemented', ENOTCONN: 'socket is not connected', ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty', ENOTSOCK: 'socket operation on non-socket', ENOTSUP: 'operation not supported on socket',
  EOVERFLOW: 'value too large for defined data type', EPERM: 'operation not permitted', EPIPE: 'broken pipe', EPROTO: 'protocol error',
  EPROTONOSUPPORT: 'protocol not supported', EPROTOTYPE: 'protocol wrong type for socket', ERANGE: 'result too large', EROFS: 'read-only file system',
  ESPIPE: 'invalid seek', ESRCH: 'no such process', ETIMEDOUT: 'connection timed out', ETXTBSY: 'text file is busy', EXDEV: 'cross-device link not permitted',
  ENXIO: 'no such device or address', EMLINK: 'too many links', ENOTTY: 'inappropriate ioctl for device', EILSEQ: 'illegal byte sequence',
  ENODATA: 'no data available'
};
// others have the numbers of libuv, or those of Linux.
exports.others = [
  ['EAI_ADDRFAMILY', 'address family not supported', -3000], ['EAI_AGAIN', 'temporary failure', -3001], ['EAI_BADFLAGS', 'bad ai_flags value', -3002],
  ['EAI_BADHINTS', 'invalid value for hints', -3013], ['EAI_CANCELED', 'request canceled', -3003], ['EAI_FAIL', 'permanent failure', -3004],
  ['EAI_FAMILY', 'ai_family not supported', -3005], ['EAI_MEMORY', 'out of memory', -3006], ['EAI_NODATA', 'no address', -3007],
  ['EAI_NONAME', 'unknown node or service', -3008], ['EAI_OVERFLOW', 'argument buffer overflow', -3009],
  ['EAI_PROTOCOL', 'resolved protocol is unknown', -3014], ['EAI_SERVICE', 'service not available for socket type', -3010],
  ['EAI_SOCKTYPE', 'socket type not supported', -3011], ['ECHARSET', 'invalid Unicode character', -4080], ['ENONET', 'machine is not on the network', -64],
  ['ESHUTDOWN', 'cannot send after transport endpoint shutdown', -108], ['UNKNOWN', 'unknown error', -4094], ['EOF', 'end of file', -4095],
  ['EHOSTDOWN', 'host is down', -112], ['EREMOTEIO', 'remote I/O error', -121], ['EFTYPE', 'inappropriate file type or format', -4028],
  ['ESOCKTNOSUPPORT', 'socket type not supported', -94], ['EUNATCH', 'protocol driver not attached', -49]
];
