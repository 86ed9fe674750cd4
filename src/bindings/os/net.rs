//! Addresses of the network interfaces, from `/proc` and `/sys`: IPv4 addresses stand in `fib_trie` without their interface, which the
//! routes tell.

use std::fs::read_to_string;
use std::net::{Ipv4Addr, Ipv6Addr};

use super::{Args, Return, Scope};
use crate::js;

const LOOPBACK_FLAG: u32 = 0x8;

struct Address {
    interface: String,
    address: String,
    mask: String,
    family: &'static str,
    scope: Option<u32>,
}

/// `getInterfaceAddresses()`: seven values each: name, address, netmask, family, mac, internal, scope (-1 for IPv4).
pub(super) fn get_interface_addresses(scope: &mut Scope<'_, '_>, _: Args<'_>, mut rv: Return<'_>) {
    let trie = read_to_string("/proc/net/fib_trie").unwrap_or_default();
    let routes = read_to_string("/proc/net/route").unwrap_or_default();
    let six = read_to_string("/proc/net/if_inet6").unwrap_or_default();
    let mut addresses = ipv4(&trie, &routes);
    addresses.extend(six.lines().filter_map(ipv6));
    let mut flat: Vec<v8::Local<'_, v8::Value>> = Vec::new();
    for found in addresses {
        for text in [&found.interface, &found.address, &found.mask, found.family, &mac(&found.interface)] {
            flat.push(js::string(scope, text).into());
        }
        flat.push(v8::Boolean::new(scope, is_internal(&found.interface)).into());
        flat.push(v8::Number::new(scope, found.scope.map_or(-1.0, f64::from)).into());
    }
    rv.set(v8::Array::new_with_elements(scope, &flat).into());
}

fn detail(interface: &str, name: &str) -> Option<String> {
    read_to_string(format!("/sys/class/net/{interface}/{name}")).ok().map(|text| text.trim().to_owned())
}

fn mac(interface: &str) -> String {
    detail(interface, "address").filter(|mac| mac.len() == 17).unwrap_or_else(|| "00:00:00:00:00:00".to_owned())
}

fn is_internal(interface: &str) -> bool {
    let flags = detail(interface, "flags").and_then(|text| u32::from_str_radix(text.trim_start_matches("0x"), 16).ok());
    flags.map_or(interface == "lo", |flags| flags & LOOPBACK_FLAG != 0)
}

/// The addresses of this machine: in the trie, a line `|-- ADDRESS` followed by `/32 host LOCAL`.
fn ipv4(trie: &str, routes: &str) -> Vec<Address> {
    let mut found: Vec<Address> = Vec::new();
    let mut last = None;
    for line in trie.lines() {
        if let Some((_, address)) = line.split_once("-- ") {
            last = address.trim().parse::<Ipv4Addr>().ok();
        } else if line.contains("/32 host LOCAL")
            && let Some(address) = last.take()
        {
            let (interface, mask) = if address.is_loopback() {
                ("lo".to_owned(), Ipv4Addr::new(255, 0, 0, 0))
            } else {
                network_of(routes, address).unwrap_or_else(|| ("unknown".to_owned(), Ipv4Addr::BROADCAST))
            };
            let address = address.to_string();
            // The local and the main table both list it.
            if !found.iter().any(|other| other.address == address) {
                found.push(Address { interface, address, mask: mask.to_string(), family: "IPv4", scope: None });
            }
        }
    }
    found
}

/// The interface of the narrowest network, reached without a gateway, that an address is in, and its mask.
fn network_of(routes: &str, address: Ipv4Addr) -> Option<(String, Ipv4Addr)> {
    // The fields are in the byte order of the machine.
    let field = |text: &str| u32::from_str_radix(text, 16).ok().map(|number| u32::from_be_bytes(number.to_ne_bytes()));
    let networks = routes.lines().skip(1).filter_map(|line| {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let (network, gateway, mask) = (field(parts.get(1)?)?, field(parts.get(2)?)?, field(parts.get(7)?)?);
        (gateway == 0 && u32::from(address) & mask == network).then(|| (parts[0].to_owned(), mask))
    });
    networks.max_by_key(|(_, mask)| *mask).map(|(interface, mask)| (interface, Ipv4Addr::from(mask)))
}

/// A line of `if_inet6`: address, index, prefix length, scope, flags, name.
fn ipv6(line: &str) -> Option<Address> {
    let parts: Vec<&str> = line.split_whitespace().collect();
    let address = Ipv6Addr::from(u128::from_str_radix(parts.first()?, 16).ok()?);
    let index = u32::from_str_radix(parts.get(1)?, 16).ok()?;
    let prefix = u32::from_str_radix(parts.get(2)?, 16).ok()?;
    let mask = u128::MAX.checked_shl(128 - prefix).unwrap_or(0);
    Some(Address {
        interface: (*parts.get(5)?).to_owned(),
        address: address.to_string(),
        mask: Ipv6Addr::from(mask).to_string(),
        family: "IPv6",
        scope: Some(if address.is_unicast_link_local() { index } else { 0 }),
    })
}

#[cfg(test)]
mod tests {
    use super::{ipv4, ipv6};

    #[test]
    fn addresses_are_read_with_interface_and_mask() {
        let trie = "Local:\n  +-- 10.0.0.0/24 2 0 2\n     |-- 10.0.0.7\n        /32 host LOCAL\n     |-- 127.0.0.1\n        /32 host LOCAL\n";
        let routes = "Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT\n\
                      eth0 00000000 0100000A 0003 0 0 0 00000000 0 0 0\n\
                      eth0 0000000A 00000000 0001 0 0 0 00FFFFFF 0 0 0\n";
        let found: Vec<_> = ipv4(trie, routes).into_iter().map(|a| (a.interface, a.address, a.mask)).collect();
        let expected = [("eth0", "10.0.0.7", "255.255.255.0"), ("lo", "127.0.0.1", "255.0.0.0")];
        assert_eq!(found, expected.map(|(a, b, c)| (a.to_owned(), b.to_owned(), c.to_owned())));
        let six = ipv6("fe800000000000000000000000000001 02 40 20 80 eth0").unwrap();
        assert_eq!((six.address.as_str(), six.mask.as_str(), six.scope), ("fe80::1", "ffff:ffff:ffff:ffff::", Some(2)));
    }
}
