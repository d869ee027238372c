import type { Login } from './connection.ts';
import { loginByFtp } from './ftp.ts';
import { loginBySftp } from './sftp.ts';

export const login: Login = (target, around) => (target.protocol === 'sftp' ? loginBySftp : loginByFtp)(target, around);
